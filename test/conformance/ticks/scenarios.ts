/** Random pools, tiny and huge, over all prices. */
import fc from 'fast-check'
import { getFeePpm, type TickState as PoolState } from '#amm/ticks/state'
import { maxTick, minTick, sqrtPriceAtTick } from '#math/ticks/tick'
import type { PoolScenario } from '../fixture.ts'
import { anySize } from '../sizes.ts'

export interface Tier {
  readonly feePpm: number
  readonly tickSpacing: number
}

/** Of Uniswap v3: the factory's own fees, and some that could be enabled. */
const uniswapTiers = [
  { feePpm: 500, tickSpacing: 10 },
  { feePpm: 3_000, tickSpacing: 60 },
  { feePpm: 10_000, tickSpacing: 200 },
  { feePpm: 100, tickSpacing: 1 },
  { feePpm: 0, tickSpacing: 1 },
  { feePpm: 999_999, tickSpacing: 16_383 },
  { feePpm: 2_501, tickSpacing: 7 },
] as const

/** Around the middle, at either end, and anywhere. */
const anyTick = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -30_000, max: 30_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: minTick, max: maxTick - 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: minTick, max: minTick + 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: maxTick - 300, max: maxTick - 1 }) },
)

/** Distance of ticks, in spacings: inside one word, over a few words, anywhere. */
const anyWidth = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 2_000 }), fc.constant(2_000_000))

/** Pools of any of these fees and spacings. */
export const anyPoolOf = (choice: readonly Tier[]): fc.Arbitrary<PoolScenario> =>
  fc
    .record({
      tier: fc.constantFrom(...choice),
      tick: anyTick,
      offset: fc.bigInt({ min: 0n, max: 1n << 20n }),
      ranges: fc.array(fc.record({ shift: anyWidth, above: fc.boolean(), width: anyWidth, liquidity: anySize(113) }), {
        minLength: 1,
        maxLength: 14,
      }),
    })
    .map(({ tier, tick, offset, ranges }) => ({
      ...tier,
      sqrtPriceX96: priceNear(tick, offset),
      positions: ranges.flatMap(({ shift, above, width, liquidity }) => {
        const home = Math.floor(tick / tier.tickSpacing) + (above ? shift : -shift) - (width >> 1)
        const [lower, upper] = [home, home + width].map((at) => within(at, tier.tickSpacing)) as [number, number]
        return lower < upper ? [{ lower, upper, liquidity }] : []
      }),
    }))

export const anyPool = anyPoolOf(uniswapTiers)

/** At the tick's own price, or between it and the next. */
function priceNear(tick: number, offset: bigint): bigint {
  const [price, next] = [sqrtPriceAtTick(tick), sqrtPriceAtTick(tick + 1)]
  return price + ((next - price - 1n) * offset) / (1n << 20n)
}

/** The nearest usable tick. */
function within(index: number, spacing: number): number {
  const most = Math.floor(maxTick / spacing)
  return Math.min(Math.max(index, -most), most) * spacing
}

/** A pool with the same liquidity as another, rebuilt from our own positions: the last one opened is closed first. */
export function rebuildScenario(state: PoolState): PoolScenario {
  const open: { lower: number; liquidity: bigint }[] = []
  const positions: PoolScenario['positions'][number][] = []
  for (const [tick, net] of state.ticks) {
    if (net > 0n) open.push({ lower: tick, liquidity: net })
    for (let left = -net; left > 0n; ) {
      const { lower, liquidity } = open.pop() ?? { lower: 0, liquidity: 0n }
      const closed = liquidity < left ? liquidity : left
      positions.push({ lower, upper: tick, liquidity: closed })
      if (liquidity > closed) open.push({ lower, liquidity: liquidity - closed })
      left -= closed
    }
  }
  const { tickSpacing, sqrtPriceX96 } = state
  return { feePpm: getFeePpm(state, true), tickSpacing, sqrtPriceX96, positions }
}
