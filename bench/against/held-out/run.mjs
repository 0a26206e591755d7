/**
 * The long comparison behind RESULT.md: every market size, gas price and leg cap, on seeds not used before. Takes
 * hours; results are kept, and the same command resumes an interrupted run. Run it on an idle machine: it measures
 * times too.
 *
 *   npm run bench:against:held-out -- --seeds 101,102,103 [--pools 20,1000,5000,10000,100000] [--gas-gwei 20,0.05]
 *     [--legs 24,64] [--runners swapline,tines] [--limit-seconds 240] [--results <folder>] [--write [--to RESULT-20.md]]
 *     [--warm-ups 0]
 *
 * With --warm-ups 1 a process answers all of its jobs once before those that count, so that their code is compiled.
 * With --gather nothing is run: the table is made from the stored results, for runners that have one for every seed.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { say } from '#ask-runner'
import { cellsOf, readCell, runCells, treesNow } from '#held-out/cells'
import { reportOf } from '#held-out/report'
import { itemAt } from '#item-at'
import { runnerNames } from '#runner-list'

/** @import { Group } from '#held-out/report' */

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    pools: { type: 'string', default: '20,1000,5000,10000,100000' },
    'gas-gwei': { type: 'string', default: '20,0.05' },
    legs: { type: 'string', default: '24,64' },
    runners: { type: 'string', default: runnerNames.join() },
    'limit-seconds': { type: 'string', default: '240' },
    'warm-ups': { type: 'string', default: '0' },
    results: { type: 'string', default: at('../results') },
    gather: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    to: { type: 'string', default: 'RESULT.md' },
  },
})
if (values.seeds === undefined) throw new Error('--seeds names the seeds, chosen after the code is frozen')
const names = values.runners.split(',')
const [seeds, pools, prices, legs] = [numbers('seeds'), numbers('pools'), numbers('gas-gwei'), numbers('legs')]
const limitSeconds = itemAt(numbers('limit-seconds'), 0)
const warmUps = Number(values['warm-ups'])
if (!Number.isSafeInteger(warmUps) || warmUps < 0) throw new Error('--warm-ups is a whole number, 0 or more')
const trees = treesNow()
const folder = values.results

const sets = pools.flatMap((count) =>
  prices.flatMap((gwei) => seeds.map((seed) => ({ pools: count, gwei, seed, warmUps }))),
)
for (const [i, set] of values.gather ? [] : sets.entries()) {
  say(`set ${i + 1} of ${sets.length}`)
  await runCells({ folder, trees, limitSeconds }, await cellsOf(set, { legs, names }))
}
const report = reportOf({
  groups: await groupsOf(),
  seeds,
  source: trees.core,
  command: 'npm run bench:against:held-out',
  warmUps,
})
if (values.write) writeFileSync(at(`../${values.to}`), report)
else console.log(report)

/** By size, gas price and cap, in report order. */
async function groupsOf() {
  /** @type {Group[]} */
  const groups = []
  for (const count of pools) {
    for (const gwei of prices) {
      for (const cap of legs) {
        const wanted = await Promise.all(
          seeds.map((seed) => cellsOf({ pools: count, gwei, seed, warmUps }, { legs: [cap], names })),
        )
        const cells = wanted.flat().map((cell) => readCell(folder, cell, trees))
        /** @param {string} name */
        const isAsked = (name) => wanted.flat().every((cell, i) => cell.name !== name || cells[i] !== undefined)
        const kept = cells.filter((cell) => cell !== undefined).filter(({ cell }) => isAsked(cell.name))
        if (kept.some(({ cell }) => cell.name === 'swapline'))
          groups.push({ pools: count, gwei, legs: cap, seeds, cells: kept })
      }
    }
  }
  return groups
}

/** @param {'seeds' | 'pools' | 'gas-gwei' | 'legs' | 'limit-seconds'} name */
function numbers(name) {
  const list = (values[name] ?? '').split(',').map(Number)
  if (!list.every((value) => value > 0)) throw new Error(`--${name} is a list of numbers above 0`)
  return list
}
