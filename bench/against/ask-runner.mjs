import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { judge } from '#judge'
import { isInstalled, manifestOf } from '#peers/package'
import { runJobs } from '#run-jobs'
import { loadRunner } from '#runner-list'

/** @import { PoolSet, Row, Runner, Task, TimedAnswer } from '#shapes' */

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`)

/**
 * Everything one runner answers about a set, judged: `{ where, opened, rows, failed }`, or `undefined` if the set has
 * more pools than the runner supports. Installs the peer first if it is missing.
 * @param {PoolSet} set
 * @param {Task} task
 */
export async function askRunner(set, { name, ...task }) {
  const runner = await loadRunner(name)
  if (set.pools.length > (runner.maxPools ?? set.pools.length)) {
    say(`${name}: left out, more than ${runner.maxPools} pools are beyond it`)
    return undefined
  }
  if (runner.packageName !== undefined && !isInstalled(runner.packageName)) install()
  /** @type {Map<number, Row>} */
  const rows = new Map()
  /** @param {TimedAnswer} answer */
  const onAnswer = (answer) => rows.set(answer.index, judge(set, answer))
  const { opened, failed } = await runJobs({ onAnswer }, { name, ...task })

  const where = originOf(runner)
  say(`${name} (${where}): ${rows.size} of ${task.indexes.length} jobs, opened in ${Math.round(opened ?? 0)} ms`)
  if (failed !== undefined) say(`${name}: ${failed}`)
  for (const [fault, count] of faultsOf(rows)) say(`${name}: ${count} × ${fault}`)
  return { where, opened, rows, failed }
}

/** @param {Runner} runner */
function originOf({ packageName }) {
  if (packageName === undefined) return 'ours'
  const { version, licence } = manifestOf(packageName)
  return `${packageName} ${version}, ${licence}`
}

/** @param {ReadonlyMap<number, Row>} rows */
function faultsOf(rows) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { fault } of rows.values()) if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  return counts
}

function install() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  say('installs the peers; half a gigabyte, once')
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('could not install what bench/against/package.json names')
}
