import { machine, machineLine } from '../against/held-out/machine.mjs'
import { itemAt } from '../against/item-at.mjs'

/**
 * @import { Run } from './measure.mjs'
 * @import { Memory } from './memory.mjs'
 * @typedef {Readonly<Record<string, Readonly<Record<number, number>>>>} BySize
 * @typedef {ReturnType<typeof rowsOf>[number]} Row
 */

/**
 * Goals in milliseconds by size: the median, and for `search` the 95th percentile.
 * @type {BySize}
 */
const goals = {
  search: { 1000: 0.7, 10000: 1.3, 100000: 2 },
  'search and bound': { 1000: 2, 10000: 5, 100000: 20 },
  update: { 1000: 1, 10000: 4, 100000: 20 },
}
/** @type {Readonly<Record<string, number>>} */
const rareGoal = { search: 8 }
/**
 * Times of peers on such sets at $50,000 on the machine the goals were set on, ms p50: they tell another machine's
 * speed.
 * @type {BySize}
 */
const whereGoalsWereSet = { proto2: { 1000: 0.89, 10000: 1.33, 100000: 1.93 }, tines: { 1000: 6.2, 5000: 56 } }
/** @type {Readonly<Record<string, string>>} */
const meanings = {
  'cold open': 'all pools taken up for the first time',
  load: 'a block by the router: finding what has changed, and `update`',
  update: 'a block, once it is known what has changed',
  'cold search': 'the pair for the first time',
  search: 'the pair again, another amount, another block',
  'search and bound': 'the same with its proof',
  find: '`search and bound` and the exact answer in integers, by the router',
  proto2: 'our second prototype, cold',
  'proto2 and bound': 'the same with its proof',
  tines: 'on the same jobs, cold',
}

/** @param {Pick<Run, 'pools' | 'times'>} run */
export function rowsOf({ pools, times }) {
  return Object.keys(meanings).flatMap((name) => {
    const sorted = times[name]?.toSorted((a, b) => a - b)
    if (sorted === undefined) return []
    /** @param {number} share */
    const at = (share) => Number(quantile(sorted, share).toPrecision(3))
    const goal = { p50: goals[name]?.[pools] ?? null, p95: goals[name]?.[pools] ? (rareGoal[name] ?? null) : null }
    return [{ pools, name, samples: sorted.length, p50: at(0.5), p95: at(0.95), goal }]
  })
}

/**
 * @param {readonly number[]} sorted
 * @param {number} share
 */
const quantile = (sorted, share) => itemAt(sorted, Math.min(sorted.length - 1, Math.floor(share * sorted.length)))

/**
 * How many times faster our warm search is than a peer, by medians of one run.
 * @param {readonly Row[]} rows
 */
export function ratiosOf(rows) {
  const ours = rows.find(({ name }) => name === 'search')
  if (ours === undefined) return []
  return rows
    .filter(({ name }) => name === 'tines' || name === 'proto2')
    .map(({ name, p50, pools }) => ({ pools, peer: name, times: Number((p50 / ours.p50).toPrecision(3)) }))
}

/**
 * The goals scaled by this machine's slowdown with proto2, for the sizes that have goals.
 * @param {readonly Row[]} rows
 */
function scaledLine(rows) {
  const { pools } = itemAt(rows, 0)
  const factors = Object.entries(whereGoalsWereSet).flatMap(([name, there]) => {
    const here = rows.find((row) => row.name === name)
    const usual = there[pools]
    return here === undefined || usual === undefined ? [] : [{ name, times: here.p50 / usual }]
  })
  const [first] = factors
  if (first === undefined) return []
  const slower = factors.map(({ name, times }) => `${times.toPrecision(3)} × as long for ${name}`).join(', ')
  const scaled = Object.entries(goals).flatMap(([what, { [pools]: goal }]) =>
    goal === undefined ? [] : `${what} ${(goal * first.times).toPrecision(2)}`,
  )
  const goalsHere = scaled.length === 0 ? '' : `; goals here, by ${first.name}: ${scaled.join(', ')} ms`
  return [
    `- ${pools.toLocaleString('en')} pools: this machine takes ${slower} as the one that the goals were set on${goalsHere}`,
  ]
}

/** @param {{ runs: readonly Run[], memory: readonly Memory[], command: string }} made */
export function reportOf({ runs, memory, command }) {
  const { seed, rounds, usd, jobs } = itemAt(runs, 0)
  const rows = runs.flatMap(rowsOf)
  const ratios = runs.flatMap((run) => ratiosOf(rowsOf(run)))
  return [
    '# The routing core: times and memory',
    '',
    `Made by \`${command}\` on ${machineLine(machine)}. Synthetic markets of seed ${seed}, 20 gwei, ${jobs} pairs at`,
    `$${usd.toLocaleString('en')}, 24 legs; ${rounds} blocks, each with 5 % of the pools changed and another amount for`,
    'every pair. Every way of answering has a process of its own, one after the other: only ratios carry over to another machine.',
    '',
    ...table(
      ['pools', 'what', 'ms p50', 'ms p95', 'goal p50 / p95', 'samples', ''],
      rows.map(({ pools, name, p50, p95, goal, samples }) => [
        pools.toLocaleString('en'),
        name,
        p50,
        p95,
        goal.p50 === null ? '' : `${goal.p50} / ${goal.p95 ?? '–'}`,
        samples,
        meanings[name],
      ]),
    ),
    '',
    ...ratios.map(({ pools, peer, times }) => `- ${pools.toLocaleString('en')} pools: ${times} × as fast as ${peer}`),
    ...runs.flatMap((run) => scaledLine(rowsOf(run))),
    ...runs.map(behindLine),
    ...memory.map(memoryLine),
    '',
  ].join('\n')
}

/** @param {Run} run */
function behindLine({ pools, behind }) {
  const sorted = behind.toSorted((a, b) => a - b)
  const [p90, max] = [quantile(sorted, 0.9), quantile(sorted, 1)]
  const figures = `p90 ${p90.toPrecision(2)}, max ${max.toPrecision(2)} bps`
  return `- ${pools.toLocaleString('en')} pools: \`search\` behind \`cold search\`: ${figures} (below 0: ahead)`
}

/** @param {Memory} memory */
function memoryLine({ pools, states, router, later, laterBlocks, rss, laterRss }) {
  const [a, b, c, d, e] = [states, router, later, rss, laterRss].map(Math.round)
  const held = `${a} MB of states and ${b} MB of the router`
  const after = `${c} MB together after ${laterBlocks} more blocks`
  return `- Memory with ${pools.toLocaleString('en')} pools: ${held}, ${after}; the whole process ${d}, then ${e} MB`
}

/**
 * @param {readonly string[]} header
 * @param {readonly (readonly (string | number | undefined)[])[]} rows
 */
const table = (header, rows) => [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
