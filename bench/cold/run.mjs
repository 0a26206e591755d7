/**
 * A quote by a process that remembers nothing, on a sandbox with pools of every family: with the families that were
 * proven before Curve, DODO, Liquidity Book and others were, and with all that are now. The cases take turns, so that a
 * busy machine slows all of them alike.
 *
 *   npm run bench:cold -- [--rounds 15] [--before <another checkout>] [--delay <ms>] [--out <result.json>]
 *
 * With `--before` the code of that checkout is measured too, over the same chain. CPU is this process' own, without
 * that of the node; round trips are counted in a separate quote. `--delay` puts the node that far away, which adds the
 * delaying endpoint to the CPU.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCore } from './core.mjs'
import { countingNode } from './counting-node.mjs'

/**
 * @import { Core } from './core.mjs'
 * @typedef {{ wall: number, cpu: number, survey: number, search: number, proof: number }} Times
 * @typedef {{ code: string, families: string, question: string, core: Core, kinds: ReadonlySet<string>, pair: readonly [string, string, bigint] }} Case
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    before: { type: 'string' },
    delay: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
})
const [rounds, delay] = [Number(values.rounds), Number(values.delay)]
const bin = fileURLToPath(new URL('../../bin/swapline.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'swapline-cold-'))

/** Proven before the recordings of the others' own code were compared. */
const former = [
  ...['uniswap-v2', 'uniswap-v3', 'uniswap-v4', 'pancake-v3', 'algebra-v1', 'algebra-integral', 'balancer-v2'],
  ...['balancer-v3', 'slipstream', 'solidly-v2', 'stable-swap', 'erc4626'],
]
/** @type {Record<string, readonly [string, string, bigint]>} */
const questions = {
  '10 ETH → USDC': ['ETH', 'USDC', 10n ** 19n],
  '50,000 USDC → WBTC': ['USDC', 'WBTC', 50_000n * 10n ** 6n],
  '1,000 UNI → DAI': ['UNI', 'DAI', 1_000n * 10n ** 18n],
}

const now = await loadCore()
const codes = { now, ...(values.before === undefined ? {} : { before: await loadCore(values.before) }) }
const proven = now.all.flatMap(({ kind, proof }) => (proof.proven ? [kind] : []))
const families = { former, proven }

try {
  const url = startSandbox()
  const far = delay > 0 ? await countingNode(url, delay) : undefined
  const cases = Object.entries(codes).flatMap(([code, core]) =>
    Object.entries(families).flatMap(([name, kinds]) =>
      Object.entries(questions).map(([question, pair]) => ({
        ...{ code, families: name, question, core, kinds: new Set(kinds), pair },
        times: /** @type {Times[]} */ ([]),
      })),
    ),
  )
  // the first round compiles the code and is not counted
  for (let round = 0; round <= rounds; round += 1)
    for (const one of cases) {
      const { times } = await quoteCold(one, far?.url ?? url)
      if (round > 0) one.times.push(times)
    }
  await far?.close()
  const rows = []
  for (const one of cases) rows.push({ ...summarize(one), ...(await countRoundTrips(one, url)) })
  report(rows)
} finally {
  run(['sandbox', 'down'])
  rmSync(home, { recursive: true, force: true })
}

/** @param {readonly string[]} words */
function run(words) {
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words, '-o', 'json'], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}

/** @returns {string} */
function startSandbox() {
  return run(['sandbox', 'up']).data.url
}

/**
 * @param {Case} one
 * @param {string} url
 */
async function quoteCold({ core, kinds, pair }, url) {
  const protocols = new Map(core.all.flatMap((family) => (kinds.has(family.kind) ? [[family.kind, family]] : [])))
  const clock = {
    now: () => Math.floor(Date.now() / 1000),
    elapsed: () => performance.now(),
    sleep: (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }
  const memory = createMemory()
  const parts = /** @type {any} */ ({ clock, memory, protocols })
  const chain = core.createChain(parts, { network: now.network, urls: [url] })
  let steps = { survey: 0, search: 0, proof: 0 }
  const context = /** @type {any} */ ({
    ...{ clock, uuid: randomUUID, chain: async () => chain, protocols },
    ...{ quotes: { put: async () => undefined }, contracts: core.createDeployedContracts() },
    onTimings: (/** @type {typeof steps} */ timings) => {
      steps = timings
    },
  })
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const quote = await core.createQuote(context, requestOf(pair))
  const { user, system } = process.cpuUsage(used)
  const { survey, search, proof } = steps
  return { quote, times: { wall: performance.now() - begun, cpu: (user + system) / 1000, survey, search, proof } }
}

/** @param {readonly [string, string, bigint]} pair */
function requestOf([sell, buy, sellAmount]) {
  const nobody = '0x000000000000000000000000000000000000dead'
  return /** @type {any} */ ({
    ...{ network: 'sandbox', sell: addressOf(sell), buy: addressOf(buy), sellAmount, from: nobody, to: nobody },
    ...{ slippage: 5_000, include: [], exclude: [], maxHops: 4, maxSplits: 20, maxLegs: 24, optimizeFor: 'net' },
  })
}

/** @param {string} symbol */
function addressOf(symbol) {
  if (symbol === 'ETH') return `0x${'0'.repeat(40)}`
  return now.network.tokens.find((token) => token.symbol === symbol)?.address
}

/**
 * @param {Case} one
 * @param {string} url
 */
async function countRoundTrips(one, url) {
  const node = await countingNode(url)
  try {
    const { quote } = await quoteCold(one, node.url)
    const { poolsSeen, route } = quote
    return { roundTrips: node.roundTrips(), poolsSeen, legs: route.legs.length, amountOut: String(route.amountOut) }
  } finally {
    await node.close()
  }
}

/** @param {Case & { times: readonly Times[] }} one */
function summarize({ code, families: name, question, times }) {
  /** @param {keyof Times} field */
  const spread = (field) => {
    const sorted = times.map((one) => one[field]).toSorted((a, b) => a - b)
    const at = (/** @type {number} */ part) =>
      Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10
    return { p25: at(0.25), p50: at(0.5), p75: at(0.75) }
  }
  const [wall, cpu, survey, search, proof] = [
    spread('wall'),
    spread('cpu'),
    spread('survey'),
    spread('search'),
    spread('proof'),
  ]
  return { code, families: name, question, ms: { wall, cpu, survey, search, proof } }
}

/** @param {readonly (ReturnType<typeof summarize> & { roundTrips: number, poolsSeen: number })[]} rows */
function report(rows) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const result = {
    commit,
    before: values.before === undefined ? null : 'see RESULT.md',
    node: process.version,
    machine,
    rounds,
    delay,
    former,
    proven,
    rows,
  }
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`)
  console.log(
    '| question | code | families | pools | round trips | CPU ms p50 (p25 – p75) | wall ms | survey | search | proof |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const { question, code, families: name, poolsSeen, roundTrips, ms } of rows.toSorted((a, b) =>
    a.question < b.question ? -1 : 1,
  )) {
    const { cpu, wall } = ms
    const spans = [cpu, wall].map(({ p25, p50, p75 }) => `${p50} (${p25} – ${p75})`)
    const parts = [ms.survey, ms.search, ms.proof].map(({ p50 }) => p50)
    console.log(`| ${[question, code, name, poolsSeen, roundTrips, ...spans, ...parts].join(' | ')} |`)
  }
}

/** What one quote reads may serve its own second survey, and nothing else. */
function createMemory() {
  const [pools, endpoints] = [new Map(), new Map()]
  return {
    pools: (/** @type {unknown} */ key) => pools.get(JSON.stringify(key)),
    savePools: (/** @type {unknown} */ key, /** @type {unknown} */ found) => void pools.set(JSON.stringify(key), found),
    endpoint: (/** @type {string} */ url) => endpoints.get(url),
    saveEndpoint: (/** @type {string} */ url, /** @type {unknown} */ facts) => void endpoints.set(url, facts),
  }
}
