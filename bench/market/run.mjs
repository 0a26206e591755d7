/**
 * Opening a generated market of mainnet-like size and routing over it: the pools of all proven families, drawn from a
 * seed, nothing read from a chain (`test/generated-market`).
 *
 *   npm run bench:market -- [--pools 5000] [--tokens 60] [--seed 20261124] [--rounds 3] [--json]
 *
 * Cold: a router that knows nothing, opened for one request, and one opened for any. Route: the same router, opened for
 * any request, searches and proves. Milliseconds of CPU of this process, medians over the rounds.
 */
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

/**
 * @typedef {{
 *   createRouter: typeof import('#routing/router').createRouter,
 *   generateMarket: typeof import('#test/generated-market/market').generateMarket,
 *   toUnits: typeof import('#test/generated-market/tokens').toUnits,
 *   all: typeof import('#protocols/all.gen').all,
 * }} Core what the bundle exports
 */

const { values } = parseArgs({
  options: {
    pools: { type: 'string', default: '5000' },
    tokens: { type: 'string', default: '60' },
    seed: { type: 'string', default: '20261124' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const dollars = [1_000, 50_000, 2_000_000]
const core = await loadCore()
const protocols = new Map(
  core.all.flatMap((family) => (family.proof.proven ? [[family.kind, /** @type {any} */ (family)]] : [])),
)
const market = core.generateMarket(Number(values.seed), { pools: Number(values.pools), tokens: Number(values.tokens) })
const pools = market.snapshot.pools.filter(({ pool }) => protocols.has(pool.venue.protocol))
const snapshot = { ...market.snapshot, pools }
const [weth, usdc] = market.tokens.hubs
if (weth === undefined || usdc === undefined) throw new Error('no hubs')
const rows = dollars.map((worth) => measure(worth, requestOf(worth)))
print()

/** @returns {Promise<Core>} */
async function loadCore() {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folder = `${root}node_modules/.cache/swapline-bench/`
  const outfile = `${folder}market-${process.pid}.mjs`
  const contents = `
    export { createRouter } from '#routing/router'
    export { generateMarket } from '#test/generated-market/market'
    export { toUnits } from '#test/generated-market/tokens'
    export { all } from '#protocols/all.gen'
  `
  mkdirSync(folder, { recursive: true })
  await build({
    stdin: { contents, resolveDir: root },
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ conditions: ['source'], logLevel: 'error' },
  })
  return import(outfile)
}

/** @param {number} worth */
function requestOf(worth) {
  const [tokenIn, tokenOut] = [weth, usdc].map((token) => token?.address)
  const limits = { maxHops: 4, maxSplits: 20, maxLegs: 24 }
  const amountIn = core.toUnits(/** @type {any} */ (weth), worth)
  return /** @type {any} */ ({ tokenIn, tokenOut, amountIn, wrapped: market.wrapped, ...limits })
}

/**
 * @param {number} worth
 * @param {ReturnType<typeof requestOf>} request
 */
function measure(worth, request) {
  /** @type {{ openForOne: number[], openForAny: number[], route: number[] }} */
  const times = { openForOne: [], openForAny: [], route: [] }
  let found
  // the first round compiles the code and is not counted
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const router = core.createRouter({ protocols })
    const openForOne = timed(() => core.createRouter({ protocols }).loadSnapshot(snapshot, market.wrapped, request))
    const openForAny = timed(() => router.loadSnapshot(snapshot, market.wrapped))
    const route = timed(() => {
      found = router.find(request).route
    })
    if (round === 0) continue
    times.openForOne.push(openForOne)
    times.openForAny.push(openForAny)
    times.route.push(route)
  }
  const route = /** @type {import('#domain/quotes/route').Route | undefined} */ (found)
  const ms = { openForOne: median(times.openForOne), openForAny: median(times.openForAny), route: median(times.route) }
  return { worth, ...ms, legs: route?.legs.length, gapPpm: route?.optimality?.gapPpm }
}

/** @param {() => void} work */
function timed(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** @param {readonly number[]} of */
function median(of) {
  return Math.round(of.toSorted((a, b) => a - b)[of.length >> 1] ?? Number.NaN)
}

function print() {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
  if (values.json) {
    console.log(JSON.stringify({ ...values, pools: pools.length, machine, rows }))
    return
  }
  console.log(`${pools.length} generated pools of ${protocols.size} families, seed ${values.seed}; ${machine}\n`)
  console.log('| ETH worth | open for one | open for any | route | legs | gap ppm |')
  console.log('|---|---|---|---|---|---|')
  for (const { worth, openForOne, openForAny, route, legs, gapPpm } of rows)
    console.log(`| $${worth} | ${[openForOne, openForAny, route, legs, gapPpm].join(' | ')} |`)
}
