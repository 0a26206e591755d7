import type fc from 'fast-check'
import type { TickState } from '#amm/ticks/state'
import type { Protocol, Trade, Venue } from '#domain/protocol'
import { type Conformance, defineFamily } from '../family.ts'
import { sell } from '../replay.ts'
import { type PoolScenario, turnOf } from '../stage.ts'
import { anyPlan } from './plans.ts'
import { anyPoolOf } from './scenarios.ts'
import { openTickStage, type TickFamilyStage } from './stage.ts'

/** A family whose pools are made by steps of its own and driven all alike. */
export interface SteppedFamily {
  readonly protocol: Protocol<TickState>
  readonly ground: TickFamilyStage
  /** As an entry would state it; its first fee is that of the ground's first tier. */
  readonly venue: Pick<Venue, 'feesPpm' | 'facts'>
}

/** Such a family, and how it is told to the conformance suite. */
export interface TickConformance extends Conformance {
  readonly stepped: SteppedFamily
}

export function tickFamily(stepped: SteppedFamily): TickConformance {
  const { protocol, ground } = stepped
  const conformance = defineFamily<TickState, PoolScenario>({
    protocol,
    source: protocol.proof.by,
    scenarios: anyPoolIn(ground),
    plans: anyPlan.map((plan) => (state) => capped(plan(state), ground)),
    async open(chain) {
      const { play } = await openTickStage(chain, ground)
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

/** A pool of the family, of no more than it can count. */
export const anyPoolIn = ({ tiers, mostBits = 256 }: TickFamilyStage): fc.Arbitrary<PoolScenario> =>
  anyPoolOf(tiers).map((scenario) => ({
    ...scenario,
    positions: scenario.positions.filter(({ lower, upper, liquidity }) => {
      const steepest = Math.max(upper, -lower) * Math.log2(Math.sqrt(1.0001))
      return Math.log2(Number(liquidity)) + steepest < mostBits
    }),
  }))

const capped = (trade: Trade, { mostBits = 256 }: TickFamilyStage): Trade =>
  sell(trade.from, trade.amountIn % (1n << BigInt(mostBits)))
