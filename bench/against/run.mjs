/**
 * Compares swapline's routing core with the routers that install from npm, over one set of pools: every route is
 * evaluated again in exact integers, on one shared state, net of gas.
 *
 *   npm run bench:against -- --set <poolset.json> [--runners swapline,tines] [--legs n] [--jobs n] [--json]
 *   npm run bench:against -- generate --pools 1000 --seed 7 --out <poolset.json> [--gas-gwei 20]
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { askRunner, say } from '#ask-runner'
import { figuresOf, lossesOf } from '#figures'
import { generateSet } from '#generate/set'
import { itemAt } from '#item-at'
import { underCap } from '#judge'
import { readPoolSet } from '#pool-set'
import { runnerNames } from '#runner-list'
import { tableOf } from '#table'

/** @import { Job, PoolSet, Results, RunnerResult } from '#shapes' */

/** @typedef {'jobs' | 'legs' | 'repeat' | 'limit-seconds' | 'losses' | 'pools' | 'seed' | 'gas-gwei'} NumberOption */

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
    losses: { type: 'string' },
    pools: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'gas-gwei': { type: 'string', default: '20' },
    out: { type: 'string' },
  },
})

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
  const maxLegs = values.legs === undefined ? Number.POSITIVE_INFINITY : whole('legs')
  const indexes = firstOfEverySize(set.jobs, values.jobs === undefined ? set.jobs.length : whole('jobs'))
  const task = { file: values.set, indexes, limits: { maxLegs }, repeat: whole('repeat'), warmUps: 0 }
  /** @type {Map<string, RunnerResult>} */
  const results = new Map()
  for (const name of values.runners.split(',')) {
    const result = await askRunner(set, { name, ...task, limitSeconds: number('limit-seconds') })
    if (result === undefined) continue
    const rows = new Map([...result.rows].map(([index, row]) => [index, underCap(row, maxLegs)]))
    results.set(name, { ...result, rows })
  }
  const figures = figuresOf({ jobs: set.jobs, indexes, capped: values.legs !== undefined }, results)
  if (values.json) for (const one of figures) console.log(JSON.stringify({ set: set.name, ...one }))
  else console.log(tableOf(figures))
  if (values.losses !== undefined) tellLosses({ set, indexes }, results)
}

/**
 * @param {{ set: PoolSet, indexes: readonly number[] }} asked
 * @param {Results} results
 */
function tellLosses({ set, indexes }, results) {
  for (const { runner, index, bps, best } of lossesOf({ indexes }, results)) {
    if (bps <= number('losses')) continue
    const { tokenIn, tokenOut, usd } = itemAt(set.jobs, index)
    const pair = [tokenIn, tokenOut].map((token) => itemAt(set.tokens, token).symbol).join(' to ')
    const how = Number.isFinite(bps) ? `${bps.toPrecision(3)} bps behind` : 'has no answer that counts, unlike'
    say(`${set.name} job ${index}, $${usd} ${pair}: ${runner} ${how} ${best}`)
  }
}

/**
 * @param {readonly Job[]} jobs
 * @param {number} max
 */
function firstOfEverySize(jobs, max) {
  const counts = new Map()
  return [...jobs.keys()].filter((index) => {
    const { usd } = itemAt(jobs, index)
    const count = counts.get(usd) ?? 0
    counts.set(usd, count + 1)
    return count < max
  })
}

/** @param {NumberOption} name */
function whole(name) {
  const value = number(name)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`)
  return value
}

/** @param {NumberOption} name */
function number(name) {
  const value = Number(values[name])
  if (!(value >= 0)) throw new Error(`--${name} is a number`)
  return value
}
