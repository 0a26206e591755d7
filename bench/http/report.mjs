import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/**
 * @import { fastest, metricsOf, overloadPhase, pacedPhase } from './phases.mjs'
 * @import { Figures as Percentiles, Statuses } from './shapes.ts'
 * @import { stopUnderLoad } from './stopping.mjs'
 * @import { Turn } from './turns.mjs'
 * @typedef {Awaited<ReturnType<typeof fastest>>} Speed
 * @typedef {object} Figures
 * @property {{ pools: number, rate: number, seconds: number, seed: number, pairs: number }} asked
 * @property {Awaited<ReturnType<typeof metricsOf>>} warm
 * @property {Awaited<ReturnType<typeof pacedPhase>>} paced
 * @property {{ service: Speed, bareRoute: Speed }} beside
 * @property {readonly Turn[]} turns before and now, if both were measured
 * @property {Awaited<ReturnType<typeof overloadPhase>>} overload
 * @property {Awaited<ReturnType<typeof stopUnderLoad>>} stopped
 */

/**
 * The figures as a page, with their goals.
 * @param {Figures} figures
 */
export function reportOf(figures) {
  const { asked, warm, paced, beside, turns, overload, stopped } = figures
  const { memory, check } = paced
  const second = asked.rate * asked.seconds
  const rows = [
    [`quotes a second, of ${asked.rate} asked`, round((paced.statuses[200] ?? 0) / asked.seconds), '≥ 300'],
    ['p50 / p90 / p99 / most, ms', ms(paced.ms), 'p99 ≤ 250'],
    ['answers other than 200', second - (paced.statuses[200] ?? 0), '0'],
    ['answers checked / wrong', `${check.checked} / ${check.wrong.length}`, '0 wrong'],
    [
      'memory at 10 s / at the end, MB',
      `${round(memory[Math.min(10, memory.length) - 1] ?? 0)} / ${round(memory.at(-1) ?? 0)}`,
      '≤ 1.1 ×',
    ],
    ['memory in its seconds: least / mean / most, MB', spread(memory), ''],
    ['processor time of the service, ms a quote', round(paced.cpuMs / Math.max(1, check.checked)), ''],
    [`at ${overload.asked} a second`, statusText(overload.statuses), 'only 200, 429, 503'],
    ['normal again after, s', overload.recovered, '≤ 5'],
    ['ended under load: cut off', `${stopped.cutOff} of ${stopped.answered} in ${stopped.rounds} ends`, '0'],
    ['as fast as it goes: the service', `${round(beside.service.perSecond)} a second, ${ms(beside.service.ms)} ms`, ''],
    ...turns.map(({ name, perSecond, cpuMs, p99 }) => [
      `in turns, ${name}: as fast as it goes; its processor time; p99`,
      `${round(perSecond)} a second; ${round(cpuMs)} ms a quote; ${round(p99)} ms`,
      '',
    ]),
    [
      'as fast as it goes: a bare route',
      `${round(beside.bareRoute.perSecond)} a second, ${ms(beside.bareRoute.ms)} ms`,
      '',
    ],
  ]
  return `# The HTTP API under load

Made by \`npm run bench:http -- --write\` on ${machine()}. A sandbox with ${warm.pools} pools, of which ${asked.pools} are
generated pairs of ${asked.pairs * 2} tokens with its own five hubs (seed ${asked.seed}); ${asked.pairs} pairs asked both ways, each question
another amount of $100 to $100,000, one in ten from an account whose holdings are read. A block a second, 20 pairs
changed in each, half of them back to where they were, as arbitrage leaves them: ${paced.blocks} while it was paced, of which ${check.blocks} were answered from. Chain, server, load and block maker share the
machine; the service had followed it for a minute. Every answer was worked out again afterwards, over states read at the block it names.

| figure | measured | goal |
| --- | --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Paced: a time runs from when a question was due, whether or not it could be asked then. As fast as it goes: 32 clients, each
with one question at a time, 10 s. Normal: a second in which every question is answered with 200, 99 of 100 within 250 ms. Ended under load: SIGTERM after 2 s of 8 clients; the servers logged ${stopped.logged} answers,
the clients got ${stopped.answered}; ends with status 0: ${stopped.exits[0] ?? 0} of ${stopped.rounds}.
`
}

/** @param {number} n */
const round = (n) => (n >= 100 ? Math.round(n) : Number(n.toPrecision(3)))
/** @param {Percentiles} figures */
const ms = ({ p50, p90, p99, max }) => [p50, p90, p99, max].map(round).join(' / ')
/** @param {readonly number[]} values */
const spread = (values) =>
  [Math.min(...values), values.reduce((sum, one) => sum + one, 0) / values.length, Math.max(...values)]
    .map(round)
    .join(' / ')
/** @param {Statuses} statuses */
const statusText = (statuses) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function machine() {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${cpu?.model.replace(/\s+/g, ' ')}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}, commit ${commit}, load
average ${round(loadavg()[2] ?? 0)} in the last quarter of an hour: with others at work it is above what this run makes itself (about 3)`
}
