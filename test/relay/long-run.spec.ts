/** `npm run test:relay`: orders while replicas are killed at every point, and what a thousand orders earn. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { runEarnings } from './earnings.ts'
import { runKills } from './kills.ts'

const { SWAPLINE_RELAY_ORDERS = '500', SWAPLINE_RELAY_EARNINGS = '1000', SWAPLINE_SEED = '20261121' } = process.env
const { SWAPLINE_RELAY_RESULT: resultFile } = process.env

/** At the start: work may go on meanwhile. */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

/** Keeps what the other test of this file has written. */
function note(name: string, figures: object, began: number): void {
  const run = {
    ...figures,
    seconds: Math.round((Date.now() - began) / 1_000),
    commit,
    on: `${availableParallelism()} cores, Node.js ${process.versions.node}, PostgreSQL 18, anvil 1.7.1`,
    seed: Number(SWAPLINE_SEED),
  }
  process.stdout.write(`${name} ${JSON.stringify(run)}\n`)
  if (resultFile === undefined) return
  const before = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : {}
  writeFileSync(resultFile, `${JSON.stringify({ ...before, [name]: run }, null, 2)}\n`)
}

/** A generator of numbers from 0 to 1: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('no order is executed twice or lost, and no nonce left out, however replicas die', async () => {
  const began = Date.now()
  const count = Number(SWAPLINE_RELAY_ORDERS)
  const figures = await runKills(count, createRandom(Number(SWAPLINE_SEED)))
  note('kills', figures, began)
  expect(figures).toMatchObject({ open: 0, double: 0, lost: 0, nonceGaps: 0, accepted: count })
  expect(Math.min(...Object.values(figures.kills))).toBeGreaterThan(0)
})

test('what orders earn pays for their gas', async () => {
  const began = Date.now()
  const count = Number(SWAPLINE_RELAY_EARNINGS)
  const figures = await runEarnings(count, createRandom(Number(SWAPLINE_SEED) + 1))
  note('earnings', figures, began)
  expect(figures.outcomes).toMatchObject({ pending: 0, error: 0, expired: 0, success: count - figures.refused })
  expect(BigInt(figures.profitInWei)).toBeGreaterThanOrEqual(0n)
})
