/**
 * Random trades on the real contracts and on ours, compared to the wei: outputs, refusals, and the visible state of the
 * contract after every trade. Every file in `families` is a family; one whose contract is in no package plays on a port of it, or on a
 * second walk over the ticks.
 * SWAPLINE_DIFFERENTIAL_RUNS sets the number of trades per family; `npm run test:differential` plays 10,000.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TickState as PoolState } from '#amm/ticks/state'
import type { Protocol } from '#domain/pools/protocol'
import { all as adapters } from '#protocols/all.gen'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { startChain } from './chain.ts'
import { all } from './families.gen.ts'
import { createUniswapFixture, turnOf } from './fixture.ts'
import { replay, tradesOf } from './replay.ts'
import { anyPlan } from './ticks/plans.ts'
import { rebuildScenario } from './ticks/scenarios.ts'
import { readMainnet } from './vectors.ts'

const { SWAPLINE_DIFFERENTIAL_RUNS, SWAPLINE_SEED } = process.env
const runs = Number(SWAPLINE_DIFFERENTIAL_RUNS ?? 300)
const trades = 100
const scenarios = Math.max(1, Math.round(runs / trades))
const seed = Number(SWAPLINE_SEED ?? Math.floor(Math.random() * 2 ** 31))

test.each(all.map((family) => [family.kind, family] as const))(
  `%s: ${scenarios * trades} trades, seed ${seed}`,
  async (_, { withRunner: withStage }) => {
    let given = 0
    await withStage(({ check }) =>
      check({ seed, scenarios, trades }, ({ ours, theirs }) => {
        given += theirs.filter(({ out }) => out > 0n).length
        expect(ours).toEqual(theirs)
      }),
    )
    expect(given).toBeGreaterThan((scenarios * trades) / 20)
  },
  120_000,
)

test('every proven family is compared here, or by recordings of its contract', () => {
  const protocols: readonly Protocol<unknown>[] = adapters
  const compared = new Set(all.map(({ kind }) => kind))
  const proven = protocols.filter((one) => one.proof.proven).map(({ kind }) => kind)
  expect(proven.filter((kind) => !compared.has(kind))).toEqual([])
})

test('concentrated liquidity of mainnet: 17 pools rebuilt from positions, 20 trades each', async () => {
  const plans = fc.sample(fc.array(anyPlan, { minLength: 20, maxLength: 20, size: 'max' }), { numRuns: 17, seed })
  const recorded = readMainnet().filter(({ protocol }) => protocol === 'uniswap-v3')
  const chain = await startChain()
  const stage = await createUniswapFixture(chain)
  for (const [i, { state: known }] of recorded.entries()) {
    const state = known as PoolState
    const tried = tradesOf(pools, state, plans[i] ?? [])
    const played = await stage.playPool(rebuildScenario(state), tried.map(turnOf))
    expect(played.state).toEqual(state)
    expect(replay(pools, state, tried).map(({ out }) => out)).toEqual(played.seen.map(({ out }) => out))
  }
  chain.stop()
})
