/**
 * Whether a change of the core changes any answer: routes 1,080 seeded jobs over 20 markets, half of them again in a
 * later block, and prints a digest for each market. Equal digests mean equal routes, to the smallest unit, and equal
 * bounds, to 1e-9 of the amount.
 *
 *   npm run bench:routing:digests -- [--check] [--write] [--only <text>] [--lines <file>]
 *
 * `--check` compares with the recorded digests (`digests.json`), `--write` records them, `--only` runs the markets with
 * that text in their names, `--lines` writes one line for each job, so that two states of the code can be compared job
 * by job.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drawJobs, drawMarkets, nextBlock } from './digest-markets.mjs'
import { loadCore, provenOf } from './load-core.mjs'

/**
 * @import { Route } from '#domain/quotes/route'
 * @import { Job } from './digest-markets.mjs'
 * @import { Core } from './load-core.mjs'
 * @typedef {{ jobs: number, routed: number, digests: Record<string, string> }} Digests
 */

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    lines: { type: 'string' },
  },
})
const recorded = fileURLToPath(new URL('./digests.json', import.meta.url))
const core = await loadCore(fileURLToPath(new URL('../../', import.meta.url)))
const protocols = provenOf(core)
/** @type {Digests} */
const made = { jobs: 0, routed: 0, digests: {} }
/** @type {string[]} */
const all = []
for (const market of drawMarkets({ protocols, generateMarket: core.generateMarket })) {
  if (!market.name.includes(values.only)) continue
  const router = core.createRouter({ protocols })
  /** @type {string[]} */
  const lines = []
  for (const [block, snapshot] of [market.snapshot, nextBlock(market, protocols)].entries()) {
    router.loadSnapshot(snapshot, market.wrapped)
    for (const job of drawJobs(market, block)) lines.push(answer(router, job))
  }
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  made.digests[market.name] = digest
  made.jobs += lines.length
  made.routed += lines.filter((line) => line !== 'no route').length
  all.push(...lines.map((line, i) => `${market.name} ${i} ${line}`))
  console.log(`${digest}  ${market.name}`)
}
console.log(`${made.jobs} jobs, ${made.routed} with a route; ${process.version}`)
if (values.lines !== undefined) writeFileSync(values.lines, `${all.join('\n')}\n`)
if (values.write) writeFileSync(recorded, `${JSON.stringify({ node: process.version, ...made }, null, 2)}\n`)
if (values.check) compare()

/**
 * @param {ReturnType<Core['createRouter']>} router
 * @param {Job} job
 */
function answer(router, job) {
  const { route } = 'request' in job ? router.find(job.request) : router.findExactOut(job.purchase)
  return route === undefined ? 'no route' : describe(route)
}

/** @param {Route} route */
function describe({ amountIn, amountOut, gas, legs, optimality }) {
  const parts = legs.map((leg) => [leg.pool.address, leg.tokenIn, leg.share32, leg.amountIn, leg.amountOut].join(':'))
  const { upperBound, boundBy, minInput } = optimality ?? {}
  const bounds = [upperBound && round(upperBound, amountOut), boundBy, minInput && round(minInput.lowerBound, amountIn)]
  return [amountIn, amountOut, gas, ...parts, ...bounds].join(' ')
}

/**
 * @param {bigint} bound
 * @param {bigint} amount
 */
function round(bound, amount) {
  return Math.round((Number(bound) / Number(amount)) * 1e9)
}

function compare() {
  /** @type {Digests} */
  const before = JSON.parse(readFileSync(recorded, 'utf8'))
  const changed = Object.keys(made.digests).filter((name) => before.digests[name] !== made.digests[name])
  console.log(changed.length === 0 ? 'equal to the recorded digests' : `changed: ${changed.join(', ')}`)
  if (changed.length > 0) process.exitCode = 1
}
