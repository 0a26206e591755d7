/** Outputs of wrapping stETH, derived a second way, and what is read from Lido, on ports of both versions. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/lido/index'
import type { LidoState } from '#protocols/lido/swap'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { runReading } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { sell } from '#test/conformance/replay'
import { openPools, type Scenario, scenarios, stateOf } from './pools.ts'

const { step } = createCallBuilder([
  'function fill(uint256, uint256, uint256, address, uint256)',
  'function setStopped(bool)',
  'function transfer(address, uint256)',
])
const ether = 10n ** 18n
/** As on a network: 9 million, partly backed by vaults. */
const usual: Scenario = {
  knowsVaults: true,
  shares: 7_400_000n * ether + 123_456_789n,
  earned: 1_600_000n * ether + 987_654_321n,
  backed: 61_000n * ether + 1n,
  wrapped: 480n,
}

let chain: LocalChain
let fixture: AdapterFixture
let prepare: (scenario: Scenario) => PreparedPool<LidoState>
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  prepare = await openPools(fixture)
})
afterAll(() => chain.stop())

/** The largest number of shares worth at most the amount, found by bisection. */
function sharesWorth({ ether: worth, shares, outside }: LidoState, amount: bigint): bigint | undefined {
  let [min, max] = [0n, amount + 1n]
  while (max - min > 1n) {
    const middle = (min + max) / 2n
    if (middle * worth <= amount * shares) min = middle
    else max = middle
  }
  return min === 0n || min > outside ? undefined : min
}

test('wrapping gives all the shares that the amount pays for; unwrapping is refused', () => {
  const plans = anyPlan<LidoState>(({ ether: worth, shares, outside }) => [(outside * worth) / shares, outside])
  let given = 0
  fc.assert(
    fc.property(scenarios.map(stateOf), plans, (state, plan) => {
      const trade = plan(state)
      const expected = trade.from === 0 ? sharesWorth(state, trade.amountIn) : undefined
      expect(protocol.amountOut(state, trade)).toBe(expected)
      if (expected !== undefined) given += 1
    }),
    { numRuns: 2_000 },
  )
  expect(given).toBeGreaterThan(400)
  const way = { from: 1, to: 0 }
  expect(protocol.segments?.(stateOf(usual), way).liquidity).toEqual([])
})

test.each([true, false])('is read in one round, with staking vaults: %s', async (knowsVaults) => {
  const { pool, state, steps } = prepare({ ...usual, knowsVaults })
  await fixture.runSteps(steps)
  expect(await runReading(chain, protocol.load(pool))).toEqual({ value: state, rounds: 1 })
})

test('is found by the venue’s facts', async () => {
  const { pool } = prepare(usual)
  const venue = { ...pool.venue, pools: [pool] }
  const [steth, wsteth] = pool.tokens as [Address, Address]
  expect(await runReading(chain, protocol.find(venue, [wsteth, steth]))).toEqual({
    value: [{ ...pool, venue }],
    rounds: 0,
  })
})

test('is skipped while stETH is stopped, if its rate differs, and if it is below one', async () => {
  const { pool, steps } = prepare(usual)
  const [steth = pool.address] = pool.tokens
  await fixture.runSteps([...steps, step(steth, 'setStopped', true)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: paused')
  await fixture.runSteps([step(steth, 'setStopped', false)])
  expect((await runReading(chain, protocol.load(pool))).value).toBeDefined()

  const isOther = (to: Address, data: string) => chain.call(to, data).then(oneMore(data))
  await expect(runReading({ call: isOther }, protocol.load(pool))).rejects.toThrow('left out: unmodelled')

  await fixture.runSteps([step(steth, 'fill', ether, ether + 1n, 0n, pool.address, 0n)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: unmodelled')
})

/** As if vaults backed one wei more. */
const oneMore = (data: string) => (answer: string) =>
  data === '0xe16a9065' ? `0x${(BigInt(answer) + 1n).toString(16).padStart(64, '0')}` : answer

test('a share left in the adapter goes to the next trader, and none stays', async () => {
  const { pool, steps, state } = prepare(usual)
  const [steth = pool.address] = pool.tokens
  const move = protocol.move(pool, sell(0, 1n))
  await fixture.runSteps([...steps, step(steth, 'transfer', move.pool, 2n)])
  const trade = sell(0, 5n * ether + 3n)
  const out = protocol.amountOut(state, trade) ?? 0n
  expect(await fixture.quoteTrade(protocol, pool, trade)).toBe(out + 1n)
})
