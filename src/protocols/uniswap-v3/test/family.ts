import { protocol } from '#protocols/uniswap-v3/index'
import { defineFamily } from '#test/conformance/family'
import { createUniswapFixture, turnOf } from '#test/conformance/fixture'
import { anyPlan } from '#test/conformance/ticks/plans'
import { anyPool } from '#test/conformance/ticks/scenarios'

export const family = defineFamily({
  protocol,
  source: 'UniswapV3Pool of @uniswap/v3-core 1.0.1',
  scenarios: anyPool,
  plans: anyPlan,
  recorded: 75,
  async open(chain) {
    const { playPool } = await createUniswapFixture(chain)
    return {
      start: async (scenario) => (await playPool(scenario, [])).state,
      async play(scenario, trades) {
        const { seen } = await playPool(scenario, trades.map(turnOf))
        return seen.map(({ out, gasUsed: _, ...state }) => ({ out, state }))
      },
    }
  },
})
