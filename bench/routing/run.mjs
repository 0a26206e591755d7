/**
 * Time and memory of the routing core, compared with tines and our prototype in the same run.
 *
 *   npm run bench:routing -- [--pools 20,1000,5000,10000,100000] [--memory 100000] [--rounds 20] [--seed 1] [--usd 50000]
 *     [--json | --write]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildCore } from '../against/core/bundle.mjs'
import { itemAt } from '../against/item-at.mjs'
import { peerNames } from './peers.mjs'
import { reportOf, rowsOf } from './result.mjs'

/**
 * @import { Asked, Run, Task } from './measure.mjs'
 * @import { Memory } from './memory.mjs'
 */

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({
  options: {
    pools: { type: 'string', default: '20,1000,5000,10000,100000' },
    memory: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    usd: { type: 'string', default: '50000' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const [seed, rounds, usd] = [firstOf('seed'), firstOf('rounds'), firstOf('usd')]
const core = await buildCore()

/** @type {Run[]} */
const runs = []
/** @type {Memory[]} */
const memory = []
for (const pools of numbers('pools')) runs.push(await runAllModes({ pools, seed, rounds, usd }))
for (const pools of numbers('memory')) memory.push(await measureMemory({ pools, seed }))
const report = reportOf({ runs, memory, command: 'npm run bench:routing' })
if (values.json)
  console.log(JSON.stringify({ bench: 'routing', node: process.version, rows: runs.flatMap(rowsOf), memory }))
else if (values.write) writeFileSync(at('./RESULT.md'), report)
else console.log(report)

/**
 * Runs every way of answering on one size, one after another.
 * @param {Task} task
 * @returns {Promise<Run>}
 */
async function runAllModes(task) {
  const said = []
  for (const what of /** @type {const} */ (['warm', 'router', 'cold', ...peerNames]))
    said.push(await measure({ what, ...task }))
  const times = Object.assign({}, ...said.map((one) => one.times))
  return { ...itemAt(said, 0), times, behind: said.flatMap((one) => one.behind) }
}

/**
 * @param {Asked} asked
 * @returns {Promise<Run>}
 */
async function measure(asked) {
  return /** @type {Run} */ (await apart('./measure.mjs', [], asked))
}

/**
 * @param {{ pools: number, seed: number }} asked
 * @returns {Promise<Memory>}
 */
async function measureMemory(asked) {
  return /** @type {Memory} */ (await apart('./memory.mjs', ['--expose-gc'], asked))
}

/**
 * In a separate process: the garbage of one would slow down the next.
 * @param {string} program
 * @param {readonly string[]} execArgv
 * @param {object} task
 * @returns {Promise<unknown>}
 */
async function apart(program, execArgv, task) {
  process.stderr.write(`${program} ${JSON.stringify(task)}\n`)
  const child = fork(at(program), [core, JSON.stringify(task)], { execArgv: [...execArgv], serialization: 'advanced' })
  const ended = once(child, 'exit')
  const said = await Promise.race([once(child, 'message'), ended])
  const [code] = await ended
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return said[0]
}

/** @param {'pools' | 'memory' | 'rounds' | 'seed' | 'usd'} name */
function numbers(name) {
  const list = values[name].split(',').filter((text) => text !== '')
  if (!list.every((text) => Number(text) > 0)) throw new Error(`--${name} is a list of numbers above 0`)
  return list.map(Number)
}

/** @param {'rounds' | 'seed' | 'usd'} name */
function firstOf(name) {
  return itemAt(numbers(name), 0)
}
