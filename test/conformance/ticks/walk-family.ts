/**
 * Families whose contracts are in no package and whose swaps are the tick engine's: random pools, traded by
 * `plain-walk`, which is of our own. What proves them, if anything does, is recorded.
 */
import fc from 'fast-check'
import { countTicksUpTo, type TickState } from '#amm/ticks/state'
import type { Protocol, Venue } from '#domain/pools/protocol'
import { maxTick, minTick, tickAtSqrtPrice } from '#math/ticks/tick'
import { type Conformance, defineFamily } from '../family.ts'
import type { PoolScenario } from '../fixture.ts'
import type { TickTraits } from './family.ts'
import { plainSwap } from './plain-walk.ts'
import { anyPlan } from './plans.ts'
import { anyPoolOf, type Tier } from './scenarios.ts'
import { walkSource } from './walk-source.ts'

/** A contract's answer, as types and values. */
export interface ToldState {
  readonly method: string
  readonly args?: readonly number[]
  readonly types: readonly string[]
  readonly values: readonly unknown[]
  readonly inSwap?: true
}

/** What a pool of the family answers as its contract is described, at tick 0 and a little above a price of one. */
export interface Description {
  readonly venue: Pick<Venue, 'feesPpm' | 'facts'>
  /** The arguments of the factory's lookup, in addition to the tokens. */
  readonly lookUp: readonly [selector: string, argument: number]
  readonly bitmap: 'tickTable' | 'tickBitmap'
  readonly answers: readonly ToldState[]
  /** Distance of two bits of the table. */
  readonly spacing: number
  readonly feePpm: TickState['feePpm']
}

/** The described price. */
export const toldPrice = (1n << 96n) + 12_345n

interface SampleOptions extends TickTraits {
  readonly protocol: Protocol<TickState>
  readonly tiers: readonly Tier[]
  /** Parts of the family's state that are in no scenario. */
  readonly state?: Partial<TickState>
  readonly fees?: fc.Arbitrary<TickState['feePpm']>
  /** Its contracts are not available: what the lens has to read of them. */
  readonly described?: Description
  /** The contract cannot count more of a token than this, in or out. */
  readonly max?: bigint
}

interface WalkConformance extends Conformance {
  readonly described: (Description & { readonly protocol: Protocol<TickState> }) | undefined
}

export function walkFamily({
  protocol,
  tiers,
  state: parts,
  fees,
  max,
  described,
  ...traits
}: SampleOptions): WalkConformance {
  const conformance = defineFamily<TickState, TickState>({
    protocol,
    source: walkSource,
    scenarios: fc
      .tuple(anyPoolOf(tiers), fees ?? fc.constant(undefined))
      .map(([pool, feePpm]) => ({ ...stateOf(pool), ...parts, ...(feePpm !== undefined && { feePpm }) })),
    plans: anyPlan,
    ...traits,
    open: async () => ({
      start: async (state) => state,
      async play(first, trades) {
        let state = first
        return trades.map(({ from, amountIn }) => {
          const walked = plainSwap(state, from === 0, amountIn)
          const isTooMuch = max !== undefined && (amountIn > max || (walked?.out ?? 0n) > max)
          const swapped = isTooMuch ? undefined : walked
          state = swapped?.state ?? state
          const { sqrtPriceX96, tick, liquidity } = state
          return { out: swapped?.out ?? 0n, state: { sqrtPriceX96, tick, liquidity } }
        })
      },
    }),
  })
  return { ...conformance, described: described && { ...described, protocol } }
}

/** A pool's state after all its positions were opened. */
function stateOf({ feePpm, tickSpacing, sqrtPriceX96, positions }: PoolScenario): TickState {
  const nets = new Map<number, bigint>()
  for (const { lower, upper, liquidity } of positions) {
    nets.set(lower, (nets.get(lower) ?? 0n) + liquidity)
    nets.set(upper, (nets.get(upper) ?? 0n) - liquidity)
  }
  const ticks = [...nets].toSorted(([a], [b]) => a - b)
  const known = { knownFrom: minTick, knownTo: maxTick }
  const tick = tickAtSqrtPrice(sqrtPriceX96)
  const liquidity = ticks.slice(0, countTicksUpTo(ticks, tick)).reduce((sum, [, net]) => sum + net, 0n)
  return { feePpm, tickSpacing, sqrtPriceX96, tick, liquidity, ticks, ...known }
}
