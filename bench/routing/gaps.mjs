/**
 * The proven gaps of two states of the routing core, in turns in one process, on the sets that `bench/against` generates:
 * cold, with 24 legs. Times are of the processor, search and proof apart.
 *
 *   npm run bench:routing:gaps -- --old <checkout> --seeds 1,2 [--pools 1000] [--usd 2000000] [--gas-gwei 20]
 *
 * `--old` is the folder of another state of the code, with its dependencies installed.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { blockOf } from '../against/core/block.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { loadCore, provenOf } from './load-core.mjs'
import { requestOf } from './parts.mjs'

/**
 * @import { Job, PoolSet } from '../against/shapes.mts'
 * @import { Core } from './load-core.mjs'
 * @typedef {{ gap: number, net: number, isBoundKept: boolean, legs: number, search: number, proof: number }} Row
 */

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    pools: { type: 'string', default: '1000' },
    usd: { type: 'string', default: '2000000' },
    'gas-gwei': { type: 'string', default: '20' },
  },
})
if (values.old === undefined) throw new Error('--old <checkout> is missing')
const cores = {
  old: await loadCore(`${resolve(values.old)}/`),
  new: await loadCore(fileURLToPath(new URL('../../', import.meta.url))),
}
const names = /** @type {const} */ (['old', 'new'])
/** @type {{ old: Row[], new: Row[] }} */
const rows = { old: [], new: [] }
const gasPriceWei = String(BigInt(values['gas-gwei']) * 10n ** 9n)
for (const seed of values.seeds.split(',').map(Number)) {
  const set = generateSet({ pools: Number(values.pools), seed, gasPriceWei })
  const jobs = set.jobs.filter((job) => job.usd === Number(values.usd))
  for (const [i, job] of jobs.entries()) {
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      const row = ask(cores[name], set, job)
      if (row !== undefined) rows[name].push(row)
    }
  }
  console.error(`seed ${seed}`)
}
console.log(
  '| core | jobs | at the limit | gap p50 / p90 / max, bp | CPU ms of searches | of proofs | above their bound |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const name of names) printRow(name, rows[name])
console.log(`\n${process.version}`)

/**
 * @param {Core} core
 * @param {PoolSet} set
 * @param {Job} job
 * @returns {Row | undefined} nothing if there is no route
 */
function ask(core, set, job) {
  let [search, proofBegan] = [0, process.cpuUsage()]
  const began = { at: process.cpuUsage() }
  const router = core.createRouter({
    protocols: provenOf(core),
    onProof() {
      search = msSince(began.at)
      proofBegan = process.cpuUsage()
    },
  })
  const request = requestOf(set, job)
  router.loadSnapshot(blockOf(set), request.wrapped)
  began.at = process.cpuUsage()
  const { route } = router.find(request)
  const proof = msSince(proofBegan)
  if (route?.optimality === undefined) return undefined
  const net = route.amountOut - (route.gasInTokenOut ?? 0n)
  const { upperBound, gapPpm } = route.optimality
  const legs = route.legs.length
  return { gap: gapPpm / 100, net: Number(net), isBoundKept: net <= upperBound, legs, search, proof }
}

/** @param {NodeJS.CpuUsage} since */
function msSince(since) {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/**
 * @param {string} name
 * @param {readonly Row[]} own
 */
function printRow(name, own) {
  const gaps = own.map(({ gap }) => gap).toSorted((a, b) => a - b)
  /** @param {number} part */
  const at = (part) => (gaps[Math.min(gaps.length - 1, Math.floor(part * gaps.length))] ?? 0).toPrecision(3)
  /** @param {readonly number[]} times */
  const sum = (times) => times.reduce((all, ms) => all + ms, 0).toFixed(0)
  const full = own.filter(({ legs }) => legs >= 23).length
  const times = [sum(own.map(({ search }) => search)), sum(own.map(({ proof }) => proof))]
  const above = own.filter(({ isBoundKept }) => !isBoundKept).length
  console.log(`| ${[name, own.length, full, [at(0.5), at(0.9), at(1)].join(' / '), ...times, above].join(' | ')} |`)
}
