/**
 * One batch over two networks and three lanes, one row in twenty of which cannot be done. `SWAPLINE_BATCH_ROWS` is the
 * number of rows.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpc } from '#sandbox/anvil/rpc'
import { runSwapline } from '../cli/run-built.ts'
import { type MinedSwap, type OrderWords, readTransactions, reportOf, writeOrders } from './fixture.ts'

const { SWAPLINE_BATCH_ROWS = '10', SWAPLINE_BATCH_ROWS_RESULT } = process.env
const count = Number(SWAPLINE_BATCH_ROWS)

const home = mkdtempSync(join(tmpdir(), 'swapline-rows-'))
const run = (...args: string[]) => runSwapline(home, args)
const urls: Record<string, string> = {}

beforeAll(async () => {
  for (const [network, args] of [
    ['sandbox', ['sandbox', 'up']],
    ['sandbox-base', ['sandbox', 'up', '--as', 'base']],
  ] as const) {
    const started = await run(...args, '-o', 'json')
    urls[network] = JSON.parse(started.stdout).data.url
  }
}, 120_000)
afterAll(async () => {
  await run('sandbox', 'down', '--as', 'base')
  await run('sandbox', 'down')
  rmSync(home, { recursive: true, force: true })
})

const lanes = [
  ['sandbox', 'dev1'],
  ['sandbox', 'dev2'],
  ['sandbox-base', 'dev1'],
] as const

const isBad = (i: number): boolean => i % 20 === 7

function createRow(i: number): OrderWords {
  const [network, account] = lanes[i % lanes.length] ?? lanes[0]
  const trade = i % 2 === 0 ? { sell: 'ETH', amount: `0.${1_000 + i}` } : { sell: 'USDC', amount: String(100 + i) }
  const buy = i % 2 === 0 ? 'USDC' : 'DAI'
  return { id: `row-${i}`, network, account, ...trade, buy, min_out: isBad(i) ? '9999999' : '' }
}

test('every row that is said to be done is on its chain once, and no other', {
  timeout: 60_000 + count * 5_000,
}, async () => {
  const rows = Array.from({ length: count }, (_, i) => createRow(i))
  const file = writeOrders({ home }, rows)
  const began = performance.now()
  const ran = await run('batch', 'run', file, '-y', '--on-error', 'continue', '-o', 'json')
  const seconds = Math.round((performance.now() - began) / 1_000)
  expect(ran.code).toBe(15)
  const report = reportOf(ran)
  const bad = rows.filter((_, i) => isBad(i)).map(({ id }) => id)
  expect(report.rows.filter(({ state }) => state === 'failed').map(({ id }) => id)).toEqual(bad)
  expect(report.rows.filter(({ error }) => error?.code === 'BELOW_MIN_OUT').length).toBe(bad.length)
  expect(report.counts['done']).toBe(count - bad.length)

  const swaps: MinedSwap[] = []
  const approvals: number[] = []
  for (const [network, account] of lanes) {
    const found = await readTransactions(createRpc(urls[network] ?? ''), account, { network })
    swaps.push(...found.swaps)
    approvals.push(found.others)
  }
  expect(approvals).toEqual([1, 1, 1]) // USDC is approved once a lane
  expect(swaps.every(({ ok }) => ok)).toBe(true)
  const done = report.rows.filter(({ state }) => state === 'done')
  expect(swaps.length).toBe(done.length)
  expect(new Set<string>(swaps.map(({ hash }) => hash))).toEqual(new Set(done.map(({ hash }) => hash ?? '')))
  const byHash = new Map(swaps.map(({ hash, amountIn }) => [String(hash), String(amountIn)]))
  for (const { hash, sold, amount } of done)
    expect([byHash.get(hash ?? ''), sold?.raw]).toEqual([amount?.raw, amount?.raw])
  if (SWAPLINE_BATCH_ROWS_RESULT !== undefined) {
    const result = { rows: count, bad: bad.length, done: done.length, swapsOnChain: swaps.length, seconds }
    writeFileSync(SWAPLINE_BATCH_ROWS_RESULT, `${JSON.stringify(result, null, 2)}\n`)
  }
})
