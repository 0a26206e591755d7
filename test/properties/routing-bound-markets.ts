/** Random small markets for tests of the bound: every kind of edge, with exact pools behind the sampled ones. */
import fc from 'fast-check'
import type { LiquiditySegments } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { createEdgeTable, type EdgeEnds, type EdgeTable, writeEdge } from '#routing/index/edge-table'
import { type MarketIndex, sampleProtocol } from '#routing/index/market-index'
import { buildPairGraph } from '#routing/index/pair-graph'
import { createPairPrices } from '#routing/index/pair-prices'
import type { Task } from '#routing/index/task'
import { createTableSell, type Sell } from './routing-exhaustive.ts'
import { protocols, type Reserves } from './routing-markets.ts'

export interface SmallMarket {
  /** Whether some pool has three tokens. */
  readonly isShared: boolean
  readonly index: MarketIndex
  readonly task: Task
  /** Uses the exact pools for sampled edges, segments for the others. */
  readonly sell: Sell
}

interface DrawnPool {
  readonly kind: 'product' | 'ticks' | 'sampled' | 'three'
  readonly ends: readonly [number, number, number]
  /** Log10 of the depth, in units of the first token's value. */
  readonly depth: number
  readonly skew: number
  readonly feePpm: number
  readonly gas: number
  readonly widths: readonly number[]
}

const poolOf = (...kinds: readonly DrawnPool['kind'][]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    ends: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)),
    depth: fc.double({ min: 2.5, max: 5.5, noNaN: true }),
    skew: fc.double({ min: -0.012, max: 0.012, noNaN: true }),
    feePpm: fc.constantFrom(100, 500, 3_000),
    gas: fc.integer({ min: 60_000, max: 140_000 }),
    widths: fc.array(fc.double({ min: 0.001, max: 0.05, noNaN: true }), { minLength: 2, maxLength: 5 }),
  }) satisfies fc.Arbitrary<DrawnPool>

const drawnMarket: Drawn = {
  tokens: fc.integer({ min: 2, max: 5 }),
  pools: fc.array(poolOf('product', 'product', 'ticks', 'ticks', 'sampled', 'three'), { minLength: 2, maxLength: 7 }),
  target: fc.integer({ min: 1, max: 4 }),
  size: fc.double({ min: 0, max: 3, noNaN: true }),
  gasPart: fc.constantFrom(0, 1e-5, 3e-4, 2e-3),
  passedGas: fc.constantFrom(0, 20_000),
}

/** Markets with all kinds of pools. */
export const smallMarket = drawMarket(drawnMarket)

/**
 * Pools in closed form between two or three tokens, with trades large enough for several of them, each with its gas.
 */
export const marketOfMany = drawMarket({
  ...drawnMarket,
  tokens: fc.integer({ min: 2, max: 3 }),
  pools: fc.array(poolOf('product', 'ticks'), { minLength: 5, maxLength: 7 }),
  size: fc.double({ min: 2, max: 3.5, noNaN: true }),
  gasPart: fc.constantFrom(3e-4, 1e-3, 3e-3),
})

interface Drawn {
  readonly tokens: fc.Arbitrary<number>
  readonly pools: fc.Arbitrary<readonly DrawnPool[]>
  readonly target: fc.Arbitrary<number>
  readonly size: fc.Arbitrary<number>
  /** The cost of 100,000 gas as part of the traded amount. */
  readonly gasPart: fc.Arbitrary<number>
  readonly passedGas: fc.Arbitrary<number>
}

/** Token n is worth 3^-n of the first and has 6 or 18 decimals. The input token is 0. */
function drawMarket(parts: Drawn): fc.Arbitrary<SmallMarket> {
  return fc.record(parts).map(({ tokens, pools, target, size, gasPart, passedGas }) => {
    const { book, exact } = createTable(tokens, pools)
    const to = 1 + (target % (tokens - 1))
    const pairs = buildPairGraph(book)
    const gasValue = ((10 ** size * unitOf(to)) / worthOf(to) / 100_000) * gasPart
    const prices = createPairPrices(book, pairs, 0, (gasValue * worthOf(to) * unitOf(0)) / unitOf(to))
    const limits = { maxHops: 6, maxSplits: 64, maxLegs: 64 }
    const task = { source: 0, target: to, amount: Math.round(10 ** size * unitOf(0)), gasValue, passedGas, limits }
    const byStretches = createTableSell(book)
    const isShared = book.siblings.some((count) => count > 2)
    return {
      isShared,
      index: { book, pairs, prices },
      task,
      sell: (edge, x) => (exact.get(edge) ?? byStretches)(edge, x),
    }
  })
}

const worthOf = (token: number) => 3 ** -token
const unitOf = (token: number) => (token % 2 === 0 ? 1e18 : 1e6)

interface DrawnEdge extends EdgeEnds {
  readonly pool: number
  readonly stretches: LiquiditySegments
  readonly gas: number
  readonly exact: Sell | undefined
}

function createTable(
  tokens: number,
  pools: readonly DrawnPool[],
): { book: EdgeTable; exact: ReadonlyMap<number, Sell> } {
  const edges = pools.flatMap((drawn, pool) => drawEdges(drawn, pool, tokens))
  const book = createEdgeTable(tokens, edges)
  const exact = new Map<number, Sell>()
  edges.forEach((edge, i) => {
    writeEdge(book, i, edge.stretches, edge.gas)
    if (edge.exact !== undefined) exact.set(i, edge.exact)
  })
  return { book, exact }
}

function drawEdges(drawn: DrawnPool, pool: number, tokens: number): DrawnEdge[] {
  const [a, b, c] = pickEnds(drawn, tokens)
  const own = drawn.kind === 'three' && c !== undefined ? [a, b, c] : [a, b]
  const reserves = own.map((token, i) => {
    const skewed = (10 ** drawn.depth / worthOf(token)) * (i === 0 ? 1 + drawn.skew : 1)
    return BigInt(Math.round(skewed * 1e6)) * BigInt(unitOf(token) / 1e6)
  })
  return own.flatMap((source, i) =>
    own.flatMap((target, k) => {
      if (i === k) return []
      const isSampled = drawn.kind === 'sampled' || drawn.kind === 'three'
      const state = { reserves, known: (reserves[i] ?? 0n) * 1_000n }
      const exact = isSampled ? createExactSell(state, i, k) : undefined
      return [{ source, target, pool, gas: drawn.gas, exact, stretches: createSegments(drawn, state, i, k) }]
    }),
  )
}

function pickEnds({ ends: [first, second, third] }: DrawnPool, tokens: number): readonly [number, number, number?] {
  const a = first % tokens
  const b = (a + 1 + (second % (tokens - 1))) % tokens
  const others = Array.from({ length: tokens }, (_, i) => i).filter((token) => token !== a && token !== b)
  const c = others[third % Math.max(1, others.length)]
  return c === undefined ? [a, b] : [a, b, c]
}

const getToyProtocol = () => {
  const protocol = protocols.get('toy')
  if (protocol === undefined) throw new Error('no toy pools')
  return protocol
}

function createExactSell(state: Reserves, from: number, to: number): Sell {
  return (_, x) =>
    Number(getToyProtocol().amountOut(state, { from, to, amountIn: amount(BigInt(Math.floor(Math.max(0, x)))) }) ?? 0n)
}

function createSegments(drawn: DrawnPool, state: Reserves, from: number, to: number): LiquiditySegments {
  const gas = (count: number) => new Array<number>(count).fill(0)
  if (drawn.kind === 'sampled' || drawn.kind === 'three') {
    const sampled = sampleProtocol(getToyProtocol(), state, { from, to })
    return { ...sampled, gas: gas(sampled.liquidity.length) }
  }
  const [x, y] = [Number(state.reserves[from]), Number(state.reserves[to])]
  const kept = 1 - drawn.feePpm / 1e6
  const [root, depth] = [Math.sqrt(y / x), Math.sqrt(x * y)]
  if (drawn.kind === 'product')
    return { feeFactor: kept, sqrtPrices: [root, 0], liquidity: [depth], gas: [0], isComplete: true }
  // liquidity 20 times as dense as over all prices, varying from tick to tick, with one gap and an end
  const roots = [root]
  for (const width of drawn.widths) roots.push((roots.at(-1) ?? root) * (1 - width))
  const liquidity = drawn.widths.map((_, i) => (i === 2 ? 0 : depth * 20 * (1 + (i % 3))))
  return { feeFactor: kept, sqrtPrices: roots, liquidity, gas: gas(liquidity.length), isComplete: true }
}
