/**
 * What a search has found when it is cut short, and what a longer one would still find: cold, on the sets that
 * `bench/against` generates, each job by a new router under each limit, in turns.
 *
 *   npm run bench:routing:anytime -- --seeds 1,2 [--pools 1000] [--usd 2000000] [--gas-gwei 20] [--legs 24]
 *
 * Milliseconds are of the search alone, without opening the market and without the proof. Basis points are behind the
 * best of all of a job's routes, net of gas.
 */
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { blockOf } from '../against/core/block.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { loadCore, provenOf } from './load-core.mjs'
import { requestOf } from './parts.mjs'

/**
 * @import { RouteRequest } from '#domain/quotes/route'
 * @import { Snapshot } from '#domain/pools/snapshot'
 * @typedef {{ ms: number, net: number, isBoundKept: boolean }} Found
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    pools: { type: 'string', default: '1000' },
    usd: { type: 'string', default: '2000000' },
    'gas-gwei': { type: 'string', default: '20' },
    legs: { type: 'string', default: '24' },
  },
})
const core = await loadCore(fileURLToPath(new URL('../../', import.meta.url)))
const protocols = provenOf(core)

/** The first time that a search is asked whether it has to end, there is a whole route. */
const searches = /** @type {const} */ ({
  'first whole route': { maxMs: 0 },
  '100 ms': { maxMs: 100 },
  '300 ms': { maxMs: 300 },
  usual: { maxMs: Number.POSITIVE_INFINITY },
  thorough: { maxMs: Number.POSITIVE_INFINITY, effort: 'thorough' },
})
const names = /** @type {(keyof typeof searches)[]} */ (Object.keys(searches))
/** @type {Map<keyof typeof searches, (Found & { behind: number })[]>} */
const rows = new Map(names.map((name) => [name, []]))

const gasPriceWei = String(BigInt(values['gas-gwei']) * 10n ** 9n)
for (const seed of values.seeds.split(',').map(Number)) {
  const set = generateSet({ pools: Number(values.pools), seed, gasPriceWei })
  for (const [i, job] of set.jobs.filter(({ usd }) => usd === Number(values.usd)).entries()) {
    const request = { ...requestOf(set, job), maxLegs: Number(values.legs) }
    const order = [...names.slice(i % names.length), ...names.slice(0, i % names.length)]
    const found = new Map(order.map((name) => [name, ask(blockOf(set), { ...request, ...searches[name] })]))
    const best = Math.max(...Array.from(found.values(), (one) => one?.net ?? Number.NEGATIVE_INFINITY))
    for (const [name, one] of found)
      if (one !== undefined) rows.get(name)?.push({ ...one, behind: ((best - one.net) / Math.abs(best)) * 1e4 })
  }
  console.error(`seed ${seed}`)
}

console.log('| search | jobs | ms p50 / p90 / p95 / most | bp behind p50 / p90 / mean / most | above their bound |')
console.log('| --- | --- | --- | --- | --- |')
for (const name of names) printRow(name)
console.log(`\n${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores`)

/**
 * @param {Snapshot} block
 * @param {RouteRequest & { maxMs: number }} asked
 * @returns {Found | undefined} nothing if there is no route
 */
function ask(block, { maxMs, ...request }) {
  let [began, ended] = [0, 0]
  const router = core.createRouter({
    protocols,
    isInterrupted: () => performance.now() - began > maxMs,
    onProof() {
      ended = performance.now()
    },
  })
  router.loadSnapshot(block, request.wrapped)
  began = performance.now()
  const { route } = router.find(request)
  if (route === undefined) return undefined
  const net = route.amountOut - (route.gasInTokenOut ?? 0n)
  const isBoundKept = route.optimality === undefined || net <= route.optimality.upperBound
  return { ms: ended - began, net: Number(net), isBoundKept }
}

/** @param {keyof typeof searches} name */
function printRow(name) {
  const own = rows.get(name) ?? []
  const [times, behind] = [own.map(({ ms }) => ms), own.map((one) => one.behind)].map((list) =>
    list.toSorted((a, b) => a - b),
  )
  /**
   * @param {readonly number[] | undefined} sorted
   * @param {number} part
   */
  const at = (sorted, part) =>
    (sorted?.[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toPrecision(3)
  const mean = (own.reduce((sum, one) => sum + one.behind, 0) / Math.max(1, own.length)).toPrecision(3)
  const columns = [
    [0.5, 0.9, 0.95, 1].map((part) => at(times, part)).join(' / '),
    [at(behind, 0.5), at(behind, 0.9), mean, at(behind, 1)].join(' / '),
  ]
  console.log(`| ${[name, own.length, ...columns, own.filter((one) => !one.isBoundKept).length].join(' | ')} |`)
}
