import { protocol } from '#protocols/maverick-v2/index'
import type { MaverickState } from '#protocols/maverick-v2/state'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { defineFamily } from '#test/conformance/family'
import { gas } from './gas.ts'
import { createReadback, openPools, roomOf, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'MaverickPoolPort: a port of our own',
  scenarios,
  plans: anyPlan<MaverickState>(roomOf),
  async open(chain) {
    const stage = await createAdapterFixture(chain)
    const theatre = createFamilyHarness(stage, protocol, await openPools(stage), createReadback)
    return {
      ...theatre,
      /** Once bins may have moved, our state trades no more, whatever the pool would do. */
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
  gas,
  sandboxTrades: [
    ['maverick-v2', 'WETH', 'USDC', 8n * 10n ** 18n],
    ['maverick-v2', 'USDC', 'WETH', 40_000_000_001n],
    ['maverick-v2', 'USDT', 'USDC', 120_000_000_003n],
    ['maverick-v2', 'WETH', 'WBTC', 30n * 10n ** 18n + 1n],
  ],
})
