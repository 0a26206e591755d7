/**
 * Opening a market by two states of the routing core, in turns, each time in a process that has opened none before; and
 * the memory of both after some blocks.
 *
 *   npm run bench:routing:opening -- --old <checkout> [--pools 1000,10000,100000] [--turns 7] [--memory 100000] [--seed 1]
 *
 * `--old` is the folder of another state of the code, with its dependencies installed. Processor time is that of all
 * threads: the compiler and the collector of garbage work beside the main one.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadNow, machine, machineLine } from '../against/held-out/machine.mjs'
import { bundleCore } from './load-core.mjs'

/**
 * @import { Memory } from './memory.mjs'
 * @import { Opening } from './open-once.mjs'
 */

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    pools: { type: 'string', default: '1000,10000,100000' },
    turns: { type: 'string', default: '7' },
    memory: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.old === undefined) throw new Error('--old <checkout> is missing')
const cores = {
  old: await bundleCore(`${resolve(values.old)}/`),
  new: await bundleCore(fileURLToPath(new URL('../../', import.meta.url))),
}
const names = /** @type {const} */ (['old', 'new'])
const seed = Number(values.seed)

console.log(`${machineLine(machine)}; seed ${seed}, ${values.turns} turns, load ${loadNow()}\n`)
console.log('| pools | core | CPU ms least / p50 / most | ms least / p50 / most |')
console.log('| --- | --- | --- | --- |')
for (const pools of sizes(values.pools)) {
  /** @type {{ old: Opening[], new: Opening[] }} */
  const openings = { old: [], new: [] }
  for (let turn = 0; turn < Number(values.turns); turn += 1)
    for (const name of turn % 2 === 0 ? names : names.toReversed())
      openings[name].push(/** @type {Opening} */ (await runApart('./open-once.mjs', cores[name], pools)))
  for (const name of names) {
    const times = [openings[name].map(({ cpuMs }) => cpuMs), openings[name].map(({ ms }) => ms)].map(rangeOf)
    console.log(`| ${pools.toLocaleString('en')} | ${[name, ...times].join(' | ')} |`)
  }
}
console.log('\n| pools | core | MB of states | MB of the router | MB together after more blocks | MB of the process |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const pools of sizes(values.memory)) {
  for (const name of names) {
    const { states, router, later, laterRss } = /** @type {Memory} */ (
      await runApart('./memory.mjs', cores[name], pools)
    )
    const figures = [states, router, later, laterRss].map(Math.round)
    console.log(`| ${pools.toLocaleString('en')} | ${[name, ...figures].join(' | ')} |`)
  }
}
console.log(`\nload ${loadNow()}`)

/**
 * @param {string} program
 * @param {string} core
 * @param {number} pools
 * @returns {Promise<unknown>} what it says
 */
async function runApart(program, core, pools) {
  const task = JSON.stringify({ pools, seed })
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [core, task], {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const said = await Promise.race([once(child, 'message'), ended])
  const [code] = await ended
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return said[0]
}

/** @param {string} list */
function sizes(list) {
  return list
    .split(',')
    .filter((text) => text !== '')
    .map(Number)
}

/** @param {number[]} times */
function rangeOf(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((ms) => (ms ?? 0).toPrecision(3)).join(' / ')
}
