/** What stETH is wrapped into, derived a second way, and what Lido is asked, on ports of both versions. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/lido/index'
import type { State } from '#protocols/lido/swap'
import { type LocalChain, startChain } from '../chain.ts'
import { sell } from '../replay.ts'
import { anyPlan } from './plans.ts'
import { openPools, type Scenario, scenarios, stateOf } from './pools/lido.ts'
import { runReading } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const { step } = callsOf([
  'function fill(uint256, uint256, uint256, address, uint256)',
  'function setStopped(bool)',
  'function transfer(address, uint256)',
])
const ether = 10n ** 18n
/** As it may stand on a network: 9 million, of which vaults back some. */
const usual: Scenario = {
  knowsVaults: true,
  shares: 7_400_000n * ether + 123_456_789n,
  earned: 1_600_000n * ether + 987_654_321n,
  backed: 61_000n * ether + 1n,
  wrapped: 480n,
}

let chain: LocalChain
let stage: Stage
let prepare: (scenario: Scenario) => Prepared<State>
beforeAll(async () => {
  chain = await startChain()
  stage = await openStage(chain)
  prepare = await openPools(stage)
})
afterAll(() => chain.stop())

/** The largest number of shares that are worth no more than the amount, found by halving. */
function sharesWorth({ ether: worth, shares, outside }: State, amount: bigint): bigint | undefined {
  let [least, most] = [0n, amount + 1n]
  while (most - least > 1n) {
    const middle = (least + most) / 2n
    if (middle * worth <= amount * shares) least = middle
    else most = middle
  }
  return least === 0n || least > outside ? undefined : least
}

test('wrapping gives all the shares that the amount pays for; unwrapping is not done', () => {
  const plans = anyPlan<State>(({ ether: worth, shares, outside }) => [(outside * worth) / shares, outside])
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
  expect(protocol.stretches?.(stateOf(usual), way).liquidity).toEqual([])
})

test.each([true, false])('is read in one round, knowing staking vaults: %s', async (knowsVaults) => {
  const { pool, state, steps } = prepare({ ...usual, knowsVaults })
  await stage.lay(steps)
  expect(await runReading(chain, protocol.load(pool))).toEqual({ value: state, rounds: 1 })
})

test('is found by what the venue names', async () => {
  const { pool } = prepare(usual)
  const venue = { ...pool.venue, pools: [pool] }
  const [steth, wsteth] = pool.tokens as [Address, Address]
  expect(await runReading(chain, protocol.find(venue, [wsteth, steth]))).toEqual({
    value: [{ ...pool, venue }],
    rounds: 0,
  })
})

test('is left out while stETH stands still, where its rate is of other numbers, and below one', async () => {
  const { pool, steps } = prepare(usual)
  const [steth = pool.address] = pool.tokens
  await stage.lay([...steps, step(steth, 'setStopped', true)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: paused')
  await stage.lay([step(steth, 'setStopped', false)])
  expect((await runReading(chain, protocol.load(pool))).value).toBeDefined()

  const isOther = (to: Address, data: string) => chain.call(to, data).then(oneMore(data))
  await expect(runReading({ call: isOther }, protocol.load(pool))).rejects.toThrow('left out: unmodelled')

  await stage.lay([step(steth, 'fill', ether, ether + 1n, 0n, pool.address, 0n)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: unmodelled')
})

/** As if vaults backed a wei more than they do. */
const oneMore = (data: string) => (answer: string) =>
  data === '0xe16a9065' ? `0x${(BigInt(answer) + 1n).toString(16).padStart(64, '0')}` : answer

test('a share that somebody left in the adapter goes to the next, and none stays', async () => {
  const { pool, steps, state } = prepare(usual)
  const [steth = pool.address] = pool.tokens
  const move = protocol.move(pool, sell(0, 1n))
  await stage.lay([...steps, step(steth, 'transfer', move.pool, 2n)])
  const trade = sell(0, 5n * ether + 3n)
  const out = protocol.amountOut(state, trade) ?? 0n
  expect(await stage.turn(protocol, pool, trade)).toBe(out + 1n)
})
