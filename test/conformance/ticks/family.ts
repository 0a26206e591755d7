import type fc from 'fast-check'
import type { TickState } from '#amm/ticks/state'
import type { Protocol, Trade, Venue } from '#domain/pools/protocol'
import { type Conformance, defineFamily, type Traits } from '../family.ts'
import { type PoolScenario, turnOf } from '../fixture.ts'
import { sell } from '../replay.ts'
import { createTickFixture, type TickFamilySetup } from './fixture.ts'
import { anyPlan } from './plans.ts'
import { anyPoolOf } from './scenarios.ts'

/** A family whose pools are created by its own steps and all driven alike. */
export interface SteppedFamily {
  readonly protocol: Protocol<TickState>
  readonly ground: TickFamilySetup
  /** As in a network's entry; its first fee is that of the setup's first tier. */
  readonly venue: Pick<Venue, 'feesPpm' | 'facts'>
}

/** Such a family, as a family of the conformance suite. */
export interface TickConformance extends Conformance {
  readonly stepped: SteppedFamily
}

export type TickTraits = Pick<Traits<TickState>, 'sandboxTrades'>

export function tickFamily({ sandboxTrades = [], ...stepped }: SteppedFamily & TickTraits): TickConformance {
  const { protocol, ground } = stepped
  const conformance = defineFamily<TickState, PoolScenario>({
    protocol,
    source: protocol.proof.by,
    scenarios: anyPoolIn(ground),
    sandboxTrades,
    plans: anyPlan.map((plan) => (state) => capped(plan(state), ground)),
    async open(chain) {
      const { play } = await createTickFixture(chain, ground)
      return {
        start: async (scenario) => (await play(scenario, [])).state,
        async play(scenario, trades) {
          const { seen } = await play(scenario, trades.map(turnOf))
          return seen.map(({ out, gasUsed: _, ...state }) => ({ out, state }))
        },
      }
    },
  })
  return { ...conformance, stepped }
}

/** A pool of the family, with amounts that it can count. */
export const anyPoolIn = ({ tiers, maxBits = 256 }: TickFamilySetup): fc.Arbitrary<PoolScenario> =>
  anyPoolOf(tiers).map((scenario) => ({
    ...scenario,
    positions: scenario.positions.filter(({ lower, upper, liquidity }) => {
      const steepest = Math.max(upper, -lower) * Math.log2(Math.sqrt(1.0001))
      return Math.log2(Number(liquidity)) + steepest < maxBits
    }),
  }))

const capped = (trade: Trade, { maxBits = 256 }: TickFamilySetup): Trade =>
  sell(trade.from, trade.amountIn % (1n << BigInt(maxBits)))
