import { protocol } from '#protocols/maverick-v2/index'
import type { State } from '#protocols/maverick-v2/state'
import { anyPlan } from '../adapters/plans.ts'
import { lookAt, openPools, roomOf, scenarios } from '../adapters/pools/maverick-v2.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'MaverickPoolPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(roomOf),
  async open(chain) {
    const stage = await openStage(chain)
    const theatre = theatreOf(stage, protocol, await openPools(stage), lookAt)
    return {
      ...theatre,
      /** Once bins may have been moved we trade no more, whatever the pool would do. */
      async play(scenario, trades, ours) {
        const stirring = ours.findIndex(({ state }) => state.stirred)
        const asked = stirring < 0 ? trades : trades.slice(0, stirring + 1)
        const seen = await theatre.play(scenario, asked, ours.slice(0, asked.length))
        return [...seen.map((one, i) => (i < stirring || stirring < 0 ? one : { out: one.out }))].concat(
          trades.slice(asked.length).map(() => ({ out: 0n })),
        )
      },
    }
  },
})
