import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * @import { endOnce } from './ends.mjs'
 * @import { Answer } from './load.mjs'
 * @typedef {{ rate: number, seconds: number, runs: number, seed: number }} Asked
 * @typedef {{ ethereum: Answer[], base: Answer[], afterwards: Answer[], backMs: number }} Measured
 * @typedef {{ kind: string, measured: readonly { healthy: Measured, ill: Measured }[] }} Isolation of one kind of fault
 * @typedef {Awaited<ReturnType<typeof endOnce>>} End
 */

const page = fileURLToPath(new URL('../../docs/service.md', import.meta.url))
const [first, last] = ['<!-- bench:isolation -->', '<!-- end of bench:isolation -->']

/**
 * Writes the report between its markers in `docs/service.md`.
 * @param {string} report
 */
export function writeReport(report) {
  const text = readFileSync(page, 'utf8')
  const [start, end] = [text.indexOf(first), text.indexOf(last)]
  if (start < 0 || end < start) throw new Error(`${page} has no place for the table`)
  writeFileSync(page, `${text.slice(0, start)}${first}\n${report}${text.slice(end)}`)
}

/** @param {{ asked: Asked, isolation: readonly Isolation[], ends: readonly End[] }} figures */
export function reportOf({ asked, isolation, ends }) {
  return `${isolation.length === 0 ? '' : isolationTable(asked, isolation)}${ends.length === 0 ? '' : endsTable(ends)}
Made by \`npm run bench:isolation -- --write\` on ${machine()}, seed ${asked.seed}.
`
}

/**
 * @param {Asked} asked
 * @param {readonly Isolation[]} isolation
 */
function isolationTable({ rate, seconds, runs }, isolation) {
  return `Two networks, each asked for ${rate} quotes a second for ${seconds} s; one is ill from the first second on. Medians of ${runs} runs each,
with a healthy and with an ill neighbour in turns; times from when a quote was due, in ms.

| the neighbour is | the healthy network: refused | p50 / p99 beside a healthy one | p50 / p99 beside the ill one | p99, times | the ill network: answers | then p50 / p99 of its refusals | quoted again after, s |
| --- | --- | --- | --- | --- | --- | --- | --- |
${isolation.map(isolationRow).join('\n')}

`
}

/** @param {Isolation} isolation */
function isolationRow({ kind, measured }) {
  const [healthy, ill] = [measured.map((one) => one.healthy.ethereum), measured.map((one) => one.ill.ethereum)]
  const refused = ill.flat().filter(({ status }) => status !== '200').length
  /**
   * @param {readonly Answer[][]} runs
   * @param {number} part
   */
  const at = (runs, part) => median(runs.map((run) => quantile(run, part)))
  const [before, beside] = [at(healthy, 0.99), at(ill, 0.99)]
  const refusals = measured.flatMap((one) => one.ill.afterwards.filter(({ status }) => status !== '200'))
  const cells = [
    kind,
    `${refused} of ${ill.flat().length}`,
    [at(healthy, 0.5), before].map(round).join(' / '),
    [at(ill, 0.5), beside].map(round).join(' / '),
    round(beside / before),
    statusText(measured.flatMap((one) => one.ill.base)),
    refusals.length === 0 ? '–' : [0.5, 0.99].map((part) => round(quantile(refusals, part))).join(' / '),
    round(median(measured.map((one) => one.ill.backMs)) / 1_000),
  ]
  return `| ${cells.join(' | ')} |`
}

/** @param {readonly End[]} ends */
function endsTable(ends) {
  const results = ends.flatMap((one) => one.results)
  const answers = results.filter((status) => /^\d+$/.test(status)).length
  const cutOff = results.filter((status) => status === 'cut off').length
  const times = ends.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const pending = ends.filter((one) => one.pending > 0)
  const others = ends.filter((one) => one.pending === 0)
  /** @param {readonly End[]} some */
  const longest = (some) => (some.length === 0 ? '–' : round(Math.max(...some.map(({ seconds }) => seconds))))
  return `${ends.length} servers ended by SIGTERM, each with 5 silent connections, 10 half-sent requests, 5 kept connections and 4 clients that ask
without a pause; in ${pending.length} of them a quote waited for a network that had just fallen silent.

| figure | measured | goal |
| --- | --- | --- |
| ended with status 0 | ${ends.filter(({ code }) => code === 0).length} of ${ends.length} | all |
| longest end, s: nothing waits for a silent network / a quote does | ${longest(others)} / ${longest(pending)} | ≤ 26, which is the drain and 1 |
| median end, s | ${round(median(times))} | |
| answered / logged as answered / cut off | ${answers} / ${ends.reduce((sum, { logged }) => sum + logged, 0)} / ${cutOff} | 0 cut off |

`
}

/** @param {readonly Answer[]} answers */
export const summaryOf = (answers) =>
  `${statusText(answers)}; p50 ${round(quantile(answers, 0.5))}, p99 ${round(quantile(answers, 0.99))} ms`

/** @param {readonly Answer[]} answers */
function statusText(answers) {
  const counts = new Map()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}

/**
 * The quantile of the answer times, by nearest rank.
 * @param {readonly Answer[]} answers
 * @param {number} part
 */
function quantile(answers, part) {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? 0
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** @param {number} n */
const round = (n) => (n >= 100 ? Math.round(n) : Number(n.toPrecision(3)))

function machine() {
  const [cpu] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const load = round(loadavg()[2] ?? 0)
  return `${cpu?.model.replace(/\s+/g, ' ')}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version},
anvil ${dependencies['@foundry-rs/anvil']}, commit ${commit}, load average ${load} in the last quarter of an hour`
}
