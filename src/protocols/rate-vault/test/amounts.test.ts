/** Amounts of vaults by rate, derived a second way, and their reads when they are found and loaded, on a port. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/rate-vault/index'
import { type RateVaultState, ray, unlimited } from '#protocols/rate-vault/swap'
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

const ether = 10n ** 18n
const plans = anyPlan<RateVaultState>(({ rate, shares }) => [(shares * rate) / ray, shares])

/** The largest number of units, `each` of which costs 1/`of`, that an amount pays for; found by bisection. */
function paidFor(amount: bigint, each: bigint, of: bigint): bigint {
  let [min, max] = [0n, (amount * of) / each + 2n]
  while (max - min > 1n) {
    const middle = (min + max) / 2n
    if (middle * each <= amount * of) min = middle
    else max = middle
  }
  return min
}

test('shares are all that the assets pay for, and assets all that the shares are worth, within the limits', () => {
  const given = [0, 0]
  fc.assert(
    fc.property(scenarios.map(stateOf), plans, (state, plan) => {
      const trade = plan(state)
      const { rate, shares, maxDeposit, cash } = state
      const out = trade.from === 0 ? paidFor(trade.amountIn, rate, ray) : paidFor(trade.amountIn, ray, rate)
      const isPaid = trade.from === 0 ? trade.amountIn <= maxDeposit : trade.amountIn <= shares && out <= (cash ?? out)
      expect(protocol.amountOut(state, trade)).toBe(isPaid && out > 0n ? out : undefined)
      if (isPaid && out > 0n) given[trade.from] = (given[trade.from] ?? 0) + 1
    }),
    { numRuns: 2_000 },
  )
  expect(Math.min(...given)).toBeGreaterThan(200)
})

describe('vaults on a chain', () => {
  const { contract } = createCallBuilder(['function set(uint256, uint256, bool)', 'function set(uint256, uint256)'])
  const rate = 1_173_914_020_517_334_211_908_471_663n
  const saving: Scenario = { which: 0, rate, shares: 5_000n * ether, cap: unlimited, cash: 0n }
  const lending: Scenario = { which: 2, rate, shares: 5_000n * ether, cap: 9_000n * ether, cash: 700n * ether }
  const [active, frozen, halted] = [1n << 56n, (1n << 56n) | (1n << 57n), (1n << 56n) | (1n << 60n)]
  let chain: LocalChain
  let fixture: AdapterFixture
  let prepare: (scenario: Scenario) => PreparedPool<RateVaultState>
  beforeAll(async () => {
    chain = await startChain()
    fixture = await createAdapterFixture(chain)
    prepare = await openPools(fixture)
  })
  afterAll(() => chain.stop())

  const setMarket = (market: unknown, configuration: bigint, uncounted: bigint) => ({
    to: market as Address,
    data: contract.encodeFunctionData('set(uint256,uint256)', [configuration, uncounted]),
  })
  const setVault = (vault: Address, cap: bigint, isPaused: boolean) => ({
    to: vault,
    data: contract.encodeFunctionData('set(uint256,uint256,bool)', [rate, cap, isPaused]),
  })
  const load = (pool: PreparedPool<RateVaultState>['pool']) => runReading(chain, protocol.load(pool))

  test.each([
    ['one that saves', saving],
    ['one that lends', lending],
  ])('%s is found with its facts, and read in one round', async (_, scenario) => {
    const { pool, state, steps } = prepare(scenario)
    await fixture.runSteps(steps)
    const isLent = pool.facts?.['isLent'] === true
    const listed = { ...pool, facts: isLent ? { isLent } : {} }
    const venue = { ...pool.venue, pools: [listed] }
    const [asset, share] = pool.tokens as [Address, Address]
    expect(await runReading(chain, protocol.find(venue, [share, asset]))).toEqual({
      value: [{ ...listed, venue, ...(isLent && { facts: pool.facts }) }],
      rounds: 1,
    })
    expect(await load(pool)).toEqual({ value: state, rounds: 1 })

    const other = { ...listed, tokens: [pool.address, share] as const }
    const [found] = (await runReading(chain, protocol.find({ ...venue, pools: [other] }, [other.tokens[0], share])))
      .value
    expect(found?.skipReason).toBe('unmodelled')
  })

  test('redeems what its market counts and can pay, and nothing if withdrawals are stopped', async () => {
    const { pool, steps } = prepare(lending)
    await fixture.runSteps([...steps, setMarket(pool.facts?.['market'], active, 0n)])
    const before = (await load(pool)).value?.cash ?? 0n
    expect(before).toBeGreaterThanOrEqual(700n * ether)
    await fixture.runSteps([setMarket(pool.facts?.['market'], active, 60n * ether)])
    const counted = (await load(pool)).value
    expect(counted?.cash).toBe(before - 60n * ether)
    const all = sell(1, ((counted?.cash ?? 0n) * ray) / rate)
    expect(counted && protocol.amountOut(counted, all)).toBeGreaterThan(before - 60n * ether - 3n)
    expect(counted && protocol.amountOut(counted, sell(1, all.amountIn + 2n))).toBeUndefined()
    expect(await fixture.quoteTrade(protocol, pool, sell(1, all.amountIn + 2n))).toBe(0n)

    await fixture.runSteps([setMarket(pool.facts?.['market'], frozen, 0n), setVault(pool.address, 0n, false)])
    const closed = (await load(pool)).value
    expect(closed && [0, 1].map((from) => protocol.amountOut(closed, sell(from, ether)) !== undefined)).toEqual([
      false,
      true,
    ])

    await fixture.runSteps([setMarket(pool.facts?.['market'], halted, 0n)])
    await expect(load(pool)).rejects.toThrow('left out: paused')
    await fixture.runSteps([setVault(pool.address, ether, false)])
    expect((await load(pool)).value?.cash).toBe(0n)
  })

  test('is skipped while it is paused, and if a preview is off by a unit', async () => {
    const { pool, steps } = prepare(saving)
    await fixture.runSteps([...steps, setVault(pool.address, unlimited, true)])
    await expect(load(pool)).rejects.toThrow('left out: paused')
    await fixture.runSteps([setVault(pool.address, unlimited, false)])
    expect((await load(pool)).value).toBeDefined()
    for (const preview of ['0xef8b30f7', '0x4cdad506']) {
      const isOff = async (to: Address, data: string) => {
        const answer = await chain.call(to, data)
        return data.startsWith(preview) ? `0x${(BigInt(answer) - 1n).toString(16).padStart(64, '0')}` : answer
      }
      await expect(runReading({ call: isOff }, protocol.load(pool))).rejects.toThrow('left out: unmodelled')
    }
  })
})
