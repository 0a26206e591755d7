/**
 * Random trades with Tempo's own order books, in anvil's implementation, compared to the unit: outputs, refusals, and what
 * is left of the book. SWAPLINE_DIFFERENTIAL_RUNS sets their number; `npm run test:tempo` makes 1,000 and
 * keeps the result. They are sent in transactions, some through our adapter; `family.ts` plays more of them in calls.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uintAt } from '#domain/calls/words'
import type { Trade } from '#domain/pools/protocol'
import { type Address, amount, noBytes } from '#domain/units'
import { protocol } from '#protocols/tempo-dex/index'
import { swapBook, type TempoBook } from '#protocols/tempo-dex/swap'
import { orderBooks } from '#sandbox/tempo/calls'
import {
  adapter,
  adapterCall,
  type BookChain,
  base,
  quote,
  startBooks,
  swapCall,
  trader,
  transferCall,
} from './chain.ts'

const { SWAPLINE_DIFFERENTIAL_RUNS = '50', SWAPLINE_SEED, SWAPLINE_TEMPO_RESULT: path } = process.env
const runs = Number(SWAPLINE_DIFFERENTIAL_RUNS)
const seed = Number(SWAPLINE_SEED)

let chain: BookChain
beforeAll(async () => {
  chain = await startBooks()
})
afterAll(() => chain.stop())

const step = fc.record({
  from: fc.constantFrom(0, 1),
  /** Of what the side holds, in thousandths of its logarithm: from one unit to more than all. */
  size: fc.integer({ min: 0, max: 1_040 }),
  low: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  order: fc.record({
    isBid: fc.boolean(),
    raw: fc.bigInt({ min: 10n ** 8n, max: 3n * 10n ** 10n }),
    tick: fc.integer({ min: -200, max: 200 }),
    flips: fc.boolean(),
    away: fc.integer({ min: 1, max: 20 }),
  }),
})

const bookOf = async (): Promise<TempoBook> =>
  (await chain.load()) ?? { bids: { orders: [], isWhole: true }, asks: { orders: [], isWhole: true } }

/** The part of the book that the trade's side is, and the other one unless an order of it came back. */
function expectSame(after: TempoBook, before: TempoBook, now: TempoBook, from: number): void {
  const [side, other] = from === 0 ? (['bids', 'asks'] as const) : (['asks', 'bids'] as const)
  expect(now[side]).toEqual(after[side])
  if (after[other] === before[other]) expect(now[other]).toEqual(before[other])
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface BookTrade extends Trade {
  readonly tokenIn: Address
  readonly tokenOut: Address
}

function tradeOf(book: TempoBook, { from, size, low }: Step): BookTrade {
  const held = (from === 0 ? book.bids : book.asks).orders.reduce((sum, { remaining }) => sum + remaining, 1n)
  const raw = BigInt(Math.floor(Number(held) ** (size / 1_000))) + (size > 300 ? low : 0n)
  const [tokenIn, tokenOut] = from === 0 ? ([base, quote] as const) : ([quote, base] as const)
  return { from, to: 1 - from, amountIn: amount(raw), tokenIn, tokenOut }
}

/** As the router does: sends the input to the adapter, then calls it. */
async function tradeThroughAdapter({ tokenIn, tokenOut, amountIn }: BookTrade, out: bigint): Promise<void> {
  const call = adapterCall(tokenIn, tokenOut, trader)
  await chain.send(tokenIn, transferCall(adapter, amountIn))
  expect(uintAt(await chain.call(adapter, call), 0)).toBe(out)
  expect(await chain.send(adapter, call)).toMatchObject({ status: '0x1' })
  for (const token of [tokenIn, tokenOut]) expect(await chain.balanceOf(token, adapter)).toBe(0n)
}

const counts = { given: 0, refused: 0, tooMuchGas: 0, throughAdapter: 0, flipped: 0 }

/** What the books would give for a trade, compared with ours, which offers none that needs too much gas. */
async function compareOutput(book: TempoBook, trade: BookTrade): Promise<bigint> {
  const swapped = swapBook(book, trade)
  const ours = typeof swapped === 'string' ? 0n : swapped.out
  const answer = await chain.call(orderBooks, swapCall(trade.tokenIn, trade.tokenOut, trade.amountIn))
  expect({ trade, out: ours }).toEqual({ trade, out: answer === noBytes ? 0n : uintAt(answer, 0) })
  const offered = protocol.amountOut(book, trade)
  if (offered !== undefined) expect(offered).toBe(ours)
  else if (ours > 0n) counts.tooMuchGas += 1
  return offered ?? 0n
}

async function makeTrade(book: TempoBook, trade: BookTrade, out: bigint, isThroughAdapter: boolean): Promise<void> {
  const { tokenIn, tokenOut, amountIn, from } = trade
  if (isThroughAdapter) await tradeThroughAdapter(trade, out)
  else expect(await chain.send(orderBooks, swapCall(tokenIn, tokenOut, amountIn))).toMatchObject({ status: '0x1' })
  const now = await bookOf()
  expectSame(protocol.stateAfter(book, trade), book, now, from)
  const other = from === 0 ? 'asks' : 'bids'
  counts.given += 1
  counts.throughAdapter += isThroughAdapter ? 1 : 0
  counts.flipped += now[other].orders.length > book[other].orders.length ? 1 : 0
}

async function placeNext({ order }: Step): Promise<void> {
  const tick = Math.round(order.tick / 10) * 10
  const flipTick = tick + (order.isBid ? 10 : -10) * order.away
  await chain.place({ ...order, tick, flipTick: order.flips ? flipTick : undefined })
}

test(`${runs} trades, seed ${seed}`, { timeout: 30_000 + runs * 1_000 }, async () => {
  for (const [i, one] of fc.sample(step, { numRuns: runs, seed }).entries()) {
    const book = await bookOf()
    const trade = tradeOf(book, one)
    const out = await compareOutput(book, trade)
    if (out > 0n) await makeTrade(book, trade, out, i % 4 === 0)
    else counts.refused += 1
    if (i % 3 === 0) await placeNext(one)
  }
  console.info(counts)
  expect(counts.given).toBeGreaterThan(runs / 2)
  expect(counts.refused).toBeGreaterThan(runs / 50)
  expect(counts.flipped).toBeGreaterThan(0)
  if (path !== undefined) writeResult(path)
})

function writeResult(file: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const result = { commit, machine, node: process.version, seed, trades: runs, ...counts }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}
