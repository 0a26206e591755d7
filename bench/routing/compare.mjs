/**
 * Two states of the routing core on the jobs of `digests.mjs`, in turns in one process: by how many basis points the
 * routes differ, and the processor time of the searches.
 *
 *   npm run bench:routing:compare -- --old <checkout> [--only <text>] [--lines <file>]
 *
 * `--old` is the folder of another state of the code, with its dependencies installed. `--only` runs the markets with
 * that text in their names. `--lines` writes one line for each job whose routes differ by more than 0.05 bp, or of which
 * only one side has a route.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drawJobs, drawMarkets, nextBlock } from './digest-markets.mjs'
import { loadCore, provenOf } from './load-core.mjs'

/**
 * @import { Route } from '#domain/quotes/route'
 * @import { Router } from '#routing/router'
 * @import { Job } from './digest-markets.mjs'
 * @typedef {{ router: Router, proofBegan: number }} Side `proofBegan` in milliseconds of processor time
 * @typedef {{ group: string, bp: number, oldMs: number, newMs: number, isBoundKept: boolean }} Row
 */

const { values } = parseArgs({
  options: { old: { type: 'string' }, only: { type: 'string', default: '' }, lines: { type: 'string' } },
})
if (values.old === undefined) throw new Error('--old <checkout> is missing')
const cores = {
  old: await loadCore(`${resolve(values.old)}/`),
  new: await loadCore(fileURLToPath(new URL('../../', import.meta.url))),
}
/** @type {Row[]} */
const rows = []
/** @type {string[]} */
const lines = []
let onlyOne = 0
const protocols = provenOf(cores.new)
for (const market of drawMarkets({ protocols, generateMarket: cores.new.generateMarket })) {
  if (!market.name.includes(values.only)) continue
  const [before, now] = [open(cores.old), open(cores.new)]
  for (const [block, snapshot] of [market.snapshot, nextBlock(market, protocols)].entries()) {
    for (const { router } of [before, now]) router.loadSnapshot(snapshot, market.wrapped)
    for (const [i, job] of drawJobs(market, block).entries()) compareJob({ before, now, job, block, i }, market.name)
  }
  console.error(market.name)
}
printTable()
if (values.lines !== undefined) writeFileSync(values.lines, lines.map((line) => `${line}\n`).join(''))

/** @param {import('./load-core.mjs').Core} core */
function open(core) {
  /** @type {Side} */
  const side = { router: core.createRouter({ protocols: provenOf(core), onProof }), proofBegan: 0 }
  return side
  function onProof() {
    side.proofBegan = processorMs()
  }
}

/**
 * @param {{ before: Side, now: Side, job: Job, block: number, i: number }} asked
 * @param {string} name
 */
function compareJob({ before, now, job, block, i }, name) {
  const order = i % 2 === 0 ? [before, now] : [now, before]
  const found = new Map(order.map((side) => [side, ask(side, job)]))
  const [one, other] = [found.get(before), found.get(now)]
  if (one?.route === undefined || other?.route === undefined) {
    if (one?.route === other?.route) return
    onlyOne += 1
    lines.push(`only ${one?.route === undefined ? 'the new' : 'the old'} has a route: ${name} block ${block} job ${i}`)
    return
  }
  const [was, is] = [worthOf(one.route, job), worthOf(other.route, job)]
  const bp = ((is - was) / Math.abs(was)) * 1e4
  const terms = 'request' in job ? job.request : job.purchase
  const size = ['$1k', '$50k', '$2M'][i % 3]
  const group = `${block === 0 ? 'cold' : 'warm'}, ${size}, ${terms.maxLegs} legs`
  rows.push({ group, bp, oldMs: one.ms, newMs: other.ms, isBoundKept: isBoundKept(other.route, job) })
  if (Math.abs(bp) > 0.05) lines.push(`${bp.toFixed(3)} bp ${name} block ${block} job ${i}: ${group}`)
}

/**
 * @param {Side} side
 * @param {Job} job
 */
function ask(side, job) {
  const began = processorMs()
  const { route } = 'request' in job ? side.router.find(job.request) : side.router.findExactOut(job.purchase)
  return { route, ms: side.proofBegan - began }
}

/** Of this process so far: other work on the machine does not count. */
function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * What a route is judged by; of a purchase, its input and gas count against it.
 * @param {Route} route
 * @param {Job} job
 */
function worthOf({ amountIn, amountOut, gas, gasInTokenOut }, job) {
  const [sold, bought, paid] = [Number(amountIn), Number(amountOut), Number(gasInTokenOut ?? 0n)]
  if (!('request' in job)) return -(sold + (paid * sold) / bought)
  if (job.request.optimizeFor === 'gas') return -Number(gas)
  return job.request.optimizeFor === 'output' ? bought : bought - paid
}

/**
 * @param {Route} route
 * @param {Job} job
 */
function isBoundKept({ amountOut, gasInTokenOut, optimality }, job) {
  if (optimality === undefined) return true
  const countsGas = !('request' in job) || job.request.optimizeFor !== 'output'
  return amountOut - ((countsGas && gasInTokenOut) || 0n) <= optimality.upperBound
}

function printTable() {
  console.log('| jobs | number | worse / better by > 0.1 bp | bp least / mean / most | old ms p50 / p95 / sum | new |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  const groups = [...new Set(rows.map(({ group }) => group))].toSorted((a, b) => a.localeCompare(b))
  for (const group of [...groups, 'cold', 'warm']) {
    const own = rows.filter((row) => row.group === group || row.group.startsWith(`${group},`))
    if (own.length === 0) continue
    const bps = own.map(({ bp }) => bp)
    const mean = bps.reduce((sum, bp) => sum + bp, 0) / bps.length
    const counts = [bps.filter((bp) => bp < -0.1).length, bps.filter((bp) => bp > 0.1).length].join(' / ')
    const range = [Math.min(...bps), mean, Math.max(...bps)].map((bp) => bp.toFixed(3)).join(' / ')
    const times = [own.map(({ oldMs }) => oldMs), own.map(({ newMs }) => newMs)].map(timesOf)
    console.log(`| ${group} | ${own.length} | ${counts} | ${range} | ${times.join(' | ')} |`)
  }
  console.log(
    `\nRoutes above their bound: ${rows.filter(({ isBoundKept }) => !isBoundKept).length}. ` +
      `Jobs with a route on one side only: ${onlyOne}. ${process.version}`,
  )
}

/** @param {number[]} times */
function timesOf(times) {
  const sorted = times.toSorted((a, b) => a - b)
  /** @param {number} part */
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  const sum = sorted.reduce((all, time) => all + time, 0)
  return [at(0.5), at(0.95), sum].map((ms) => ms.toPrecision(3)).join(' / ')
}
