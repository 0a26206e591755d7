/** States of pools of two tokens with reserves, ticks or bins, near the tokens' prices. */
import type { ProductState } from '#amm/product'
import type { TickState } from '#amm/ticks/state'
import { sqrtPriceAtTick } from '#math/ticks/tick'
import type { LiquidityBookState } from '#protocols/liquidity-book/state'
import type { SolidlyState } from '#protocols/solidly-v2/state'
import type { SyncSwapState } from '#protocols/syncswap/state'
import type { Random } from './random.ts'
import { type GeneratedToken, getUnitPrice, toUnits } from './tokens.ts'

export interface PairDraw {
  readonly random: Random
  readonly tokens: readonly [GeneratedToken, GeneratedToken]
  /** Of each token in the pool. */
  readonly dollars: number
  /** The pool's price over that of the tokens. */
  readonly skew: number
}

const drawReserves = ({ tokens: [a, b], dollars, skew }: PairDraw) =>
  [toUnits(a, dollars), toUnits(b, dollars * skew)] as const

export const productState = (draw: PairDraw, feePpm: ProductState['feePpm']): ProductState => ({
  reserves: drawReserves(draw),
  feePpm,
})

const scaleOf = ({ decimals }: GeneratedToken): bigint => 10n ** BigInt(18 - decimals)

export function solidlyState(draw: PairDraw, isStable: boolean): SolidlyState {
  const [a, b] = draw.tokens
  const scales = [10n ** BigInt(a.decimals), 10n ** BigInt(b.decimals)] as const
  return {
    reserves: drawReserves(draw),
    feeE4: isStable ? 5n : 30n,
    curve: isStable ? { kind: 'stable', scales } : { kind: 'volatile' },
  }
}

export function syncswapState(draw: PairDraw, isStable: boolean): SyncSwapState {
  const [a, b] = draw.tokens
  const plain = { reserves: drawReserves(draw), feesE5: isStable ? ([40n, 40n] as const) : ([200n, 200n] as const) }
  return isStable ? { ...plain, multipliers: [scaleOf(a), scaleOf(b)] } : plain
}

const maxTick = 887_272

/** A position over all prices, and narrower ones around the current price. */
export function tickState(draw: PairDraw, feePpm: TickState['feePpm'], tickSpacing: number): TickState {
  const { random, tokens, dollars, skew } = draw
  const price = getUnitPrice(...tokens) * skew
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const root = sqrtPriceAtTick(tick)
  const share = BigInt(Math.floor(random() * 1_000))
  const sqrtPriceX96 = root + ((sqrtPriceAtTick(tick + 1) - root) * share) / 1_000n
  const depth = (toUnits(tokens[0], dollars) * sqrtPriceX96) >> 96n
  const last = Math.floor(maxTick / tickSpacing) * tickSpacing
  const net = new Map<number, bigint>()
  let liquidity = 0n
  const open = (from: number, to: number, amount: bigint) => {
    net.set(from, (net.get(from) ?? 0n) + amount)
    net.set(to, (net.get(to) ?? 0n) - amount)
    if (from <= tick && tick < to) liquidity += amount
  }
  open(-last, last, depth / 10n + 1n)
  for (let count = 0; count < 6; count += 1) {
    const [low, high] = [random.scale(20, 8_000), random.scale(20, 8_000)]
    const from = Math.max(-last, Math.floor((tick - low) / tickSpacing) * tickSpacing)
    const to = Math.min(last, (Math.floor((tick + high) / tickSpacing) + 1) * tickSpacing)
    if (from < to) open(from, to, depth * BigInt(Math.ceil(4_000 / (low + high))) + 1n)
  }
  const ticks = [...net].filter(([, amount]) => amount !== 0n).sort(([one], [other]) => one - other)
  return { sqrtPriceX96, tick, liquidity, tickSpacing, feePpm, ticks, knownFrom: -maxTick, knownTo: maxTick }
}

const [binZero, binCount] = [2 ** 23, 24]

export function liquidityBookState(draw: PairDraw): LiquidityBookState {
  const { random, tokens, dollars, skew } = draw
  const [x, y] = tokens
  const binStep = random.pick([10, 20, 25])
  const activeId = binZero + Math.round(Math.log(getUnitPrice(x, y) * skew) / Math.log(1 + binStep / 10_000))
  const each = (2 * dollars) / binCount
  const ids = Array.from({ length: 2 * binCount + 1 }, (_, i) => activeId - binCount + i)
  return {
    binStep,
    xIndex: 0,
    activeId,
    rules: {
      ...{ baseFactor: 8_000n, filterPeriod: 30n, decayPeriod: 600n, reductionFactor: 5_000n },
      ...{ variableFeeControl: 40_000n, protocolShare: 1_000n, mostVolatility: 350_000n },
    },
    volatility: { accumulator: 0n, reference: 0n, idReference: activeId, age: 5_000n },
    bins: ids.map((id) => [id, id < activeId ? 0n : toUnits(x, each), id > activeId ? 0n : toUnits(y, each)]),
    knownFrom: 0,
    knownTo: 2 ** 24 - 1,
  }
}

export function maverickState(draw: PairDraw) {
  const { random, tokens, dollars, skew } = draw
  const [a, b] = tokens
  const spacing = random.pick([5, 10])
  // the pool counts both in 18 decimals, and its price is of B in A
  const activeTick = Math.floor(Math.log((b.dollars / a.dollars) * skew) / Math.log(1.0001) / spacing)
  const each = dollars / 10
  const scales = [scaleOf(a), scaleOf(b)] as const
  const ids = Array.from({ length: 21 }, (_, i) => activeTick - 10 + i)
  const ticks = ids.map(
    (id) =>
      [
        id,
        id > activeTick ? 0n : toUnits(a, each) * scales[0],
        id < activeTick ? 0n : toUnits(b, each) * scales[1],
        1,
      ] as const,
  )
  const sum = (side: 1 | 2, scale: bigint) => ticks.reduce((total, tick) => total + tick[side], 0n) / scale
  return {
    spacing,
    feesE18: [10n ** 15n, 10n ** 15n] as const,
    protocolShare: 0n,
    scales,
    reserves: [sum(1, scales[0]), sum(2, scales[1])] as const,
    activeTick,
    mean: [BigInt(activeTick) * 10n ** 8n, BigInt(activeTick) * 10n ** 8n] as const,
    ticks,
    knownFrom: -maxTick,
    knownTo: maxTick,
    stirred: false,
  }
}
