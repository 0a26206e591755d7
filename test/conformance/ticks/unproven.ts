/** Families that differ from proven ones only in their reads: random pools, traded by `plain-walk`. */
import fc from 'fast-check'
import { countTicksUpTo, type TickState } from '#amm/ticks/state'
import type { Protocol } from '#domain/pools/protocol'
import { maxTick, minTick, tickAtSqrtPrice } from '#math/ticks/tick'
import { type Conformance, defineFamily } from '../family.ts'
import type { PoolScenario } from '../fixture.ts'
import type { TickTraits } from './family.ts'
import { plainSwap } from './plain-walk.ts'
import { anyPlan } from './plans.ts'
import { anyPoolOf, type Tier } from './scenarios.ts'

interface SampleOptions extends TickTraits {
  readonly protocol: Protocol<TickState>
  readonly tiers: readonly Tier[]
  /** Parts of the family's state that are in no scenario. */
  readonly state?: Partial<TickState>
  readonly fees?: fc.Arbitrary<TickState['feePpm']>
  /** The contract cannot count more of a token than this, in or out. */
  readonly max?: bigint
}

export function unprovenFamily({ protocol, tiers, state: parts, fees, max, ...traits }: SampleOptions): Conformance {
  return defineFamily<TickState, TickState>({
    protocol,
    source: protocol.proof.by,
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
