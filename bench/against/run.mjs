/**
 * swapline's routing core beside the routers that install from npm, over one set of pools: every route is evaluated again
 * in exact integers, on one shared state, net of gas.
 *
 *   npm run bench:against -- --set <poolset.json> [--runners swapline,tines] [--legs n] [--jobs n] [--json]
 *   npm run bench:against -- generate --pools 1000 --seed 7 --out <poolset.json> [--gas-gwei 20]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { figuresOf } from '#figures'
import { generateSet } from '#generate/set'
import { judge } from '#judge'
import { isInstalled, manifestOf } from '#peers/package'
import { readPoolSet } from '#pool-set'
import { runJobs } from '#run-jobs'
import { loadRunner, runnerNames } from '#runner-list'
import { tableOf } from '#table'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string' },
    runners: { type: 'string', default: runnerNames.join() },
    jobs: { type: 'string' },
    legs: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    'limit-seconds': { type: 'string', default: '240' },
    json: { type: 'boolean', default: false },
    pools: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'gas-gwei': { type: 'string', default: '20' },
    out: { type: 'string' },
  },
})
const say = (text) => process.stderr.write(`${text}\n`)

if (positionals[0] === 'generate') generate()
else await compare()

function generate() {
  if (values.out === undefined) throw new Error('generate writes the file named by --out')
  const gasPriceWei = String(BigInt(Math.round(number('gas-gwei') * 1e9)))
  const set = generateSet({ pools: whole('pools'), seed: whole('seed'), gasPriceWei })
  writeFileSync(values.out, `${JSON.stringify(set)}\n`)
  say(`${values.out}: ${set.pools.length} pools, ${set.tokens.length} tokens, ${set.jobs.length} jobs`)
}

async function compare() {
  if (values.set === undefined) throw new Error('--set names a file with pools; generate writes one')
  const set = readPoolSet(values.set)
  const mostLegs = values.legs === undefined ? Number.POSITIVE_INFINITY : whole('legs')
  const indexes = firstOfEverySize(set.jobs, values.jobs === undefined ? set.jobs.length : whole('jobs'))
  const results = new Map()
  for (const name of values.runners.split(',')) {
    const result = await resultOf({ set, mostLegs, indexes }, name)
    if (result !== undefined) results.set(name, result)
  }
  const figures = figuresOf({ jobs: set.jobs, indexes, capped: values.legs !== undefined }, results)
  if (values.json) for (const one of figures) console.log(JSON.stringify({ set: set.name, ...one }))
  else console.log(tableOf(figures))
}

async function resultOf({ set, mostLegs, indexes }, name) {
  const runner = await loadRunner(name)
  if (set.pools.length > (runner.mostPools ?? set.pools.length)) {
    say(`${name}: left out, more than ${runner.mostPools} pools are beyond it`)
    return undefined
  }
  if (runner.packageName !== undefined && !isInstalled(runner.packageName)) install()
  const rows = new Map()
  const onAnswer = (answer) => rows.set(answer.index, judge({ set, mostLegs }, answer))
  const task = { name, file: values.set, indexes, limits: { mostLegs }, repeat: whole('repeat') }
  const { opened, failed } = await runJobs({ onAnswer }, { ...task, limitSeconds: number('limit-seconds') })

  const { version, licence } = runner.packageName === undefined ? { version: 'ours' } : manifestOf(runner.packageName)
  const where = runner.packageName === undefined ? 'ours' : `${runner.packageName} ${version}, ${licence}`
  say(`${name} (${where}): ${rows.size} of ${indexes.length} jobs, opened in ${Math.round(opened ?? 0)} ms`)
  if (failed !== undefined) say(`${name}: ${failed}`)
  for (const [fault, count] of faultsOf(rows)) say(`${name}: ${count} × ${fault}`)
  return { rows, failed }
}

function faultsOf(rows) {
  const counts = new Map()
  for (const { fault } of rows.values()) if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  return counts
}

function firstOfEverySize(jobs, most) {
  const counts = new Map()
  return [...jobs.keys()].filter((index) => {
    const count = counts.get(jobs[index].usd) ?? 0
    counts.set(jobs[index].usd, count + 1)
    return count < most
  })
}

function install() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  say('installs the peers; half a gigabyte, once')
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('could not install what bench/against/package.json names')
}

function whole(name) {
  const value = number(name)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`)
  return value
}

function number(name) {
  const value = Number(values[name])
  if (!(value >= 0)) throw new Error(`--${name} is a number`)
  return value
}
