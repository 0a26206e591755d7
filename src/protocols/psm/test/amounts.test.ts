/** Amounts of a peg stability module derived a second way, and its reads when it is found and loaded, on a port. */
import { encodeBytes32String } from 'ethers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import type { Pool, Trade, Venue } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/psm/index'
import type { PsmState } from '#protocols/psm/swap'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { runReading } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { halted, openPools, type Scenario, scenarios, stateOf } from './pools.ts'

const wad = 10n ** 18n

describe('amounts, derived a second way', () => {
  const plans = anyPlan<PsmState>(({ dai, gems, factor }) => [dai / factor, gems * factor])
  const isLikely = ({ tin, tout }: PsmState) => tin <= wad && tout <= wad

  /** A fraction of the worth, rounded up: only this rounding favours the seller. */
  function sold({ factor, tin, dai }: PsmState, gems: bigint): bigint | undefined {
    const parts = gems * factor * (wad - tin)
    const out = parts / wad + (parts % wad === 0n ? 0n : 1n)
    return out === 0n || out > dai ? undefined : out
  }

  const priceOf = ({ factor, tout }: PsmState, gems: bigint) => gems * factor + (gems * factor * tout) / wad

  /** As many as the money pays for, found by bisection. */
  function bought(state: PsmState, money: bigint): bigint | undefined {
    let [min, max] = [0n, money + 1n]
    while (max - min > 1n) {
      const middle = (min + max) / 2n
      if (priceOf(state, middle) <= money) min = middle
      else max = middle
    }
    return min === 0n || min > state.gems ? undefined : min
  }

  test('gems sold bring their worth minus the fee, gems bought are all that the money pays for', () => {
    const given = [0, 0]
    fc.assert(
      fc.property(scenarios.map(stateOf).filter(isLikely), plans, (state, plan) => {
        const trade: Trade = plan(state)
        const expected = trade.from === 0 ? sold(state, trade.amountIn) : bought(state, trade.amountIn)
        expect(protocol.amountOut(state, trade)).toBe(expected)
        if (expected !== undefined) given[trade.from] = (given[trade.from] ?? 0) + 1
      }),
      { numRuns: 2_000 },
    )
    expect(Math.min(...given)).toBeGreaterThan(200)
  })

  test('a halted direction gives nothing, and has no segments', () => {
    const state: PsmState = { factor: 10n ** 12n, tin: halted, tout: halted, dai: wad * wad, gems: wad }
    for (const from of [0, 1]) {
      const trade = { from, to: 1 - from, amountIn: (10n ** 15n) as Trade['amountIn'] }
      expect(protocol.amountOut(state, trade)).toBeUndefined()
      expect(protocol.amountOut({ ...state, tin: 0n, tout: 0n }, trade)).toBeDefined()
      expect(protocol.segments?.(state, trade).liquidity).toEqual([])
    }
  })
})

describe('a module on a chain', () => {
  const { step } = createCallBuilder(['function file(bytes32, uint256)'])
  const scenario: Scenario = { which: 0, tin: 3n * 10n ** 14n, tout: 10n ** 15n, dai: 5n * wad, gems: 7_000_000n }
  let chain: LocalChain
  let fixture: AdapterFixture
  let prepared: PreparedPool<PsmState>
  let named: Pool
  beforeAll(async () => {
    chain = await startChain()
    fixture = await createAdapterFixture(chain)
    prepared = (await openPools(fixture))(scenario)
    await fixture.runSteps(prepared.steps)
    named = { ...prepared.pool, facts: {} }
  })
  afterAll(() => chain.stop())

  const venueOf = (pool: Pool): Venue => ({ ...pool.venue, pools: [pool] })
  const found = (pool: Pool) => {
    const [a, b] = pool.tokens as [Address, Address]
    return runReading(chain, protocol.find(venueOf(pool), [b, a]))
  }

  test('is found in one round and read in one', async () => {
    const { value, rounds } = await found(named)
    expect(rounds).toBe(1)
    expect(value).toEqual([{ ...prepared.pool, venue: venueOf(named) }])
    const [pool = named] = value
    expect(await runReading(chain, protocol.load(pool))).toEqual({ value: prepared.state, rounds: 1 })
  })

  test('reads nothing for another pair', async () => {
    const other = runReading(chain, protocol.find(venueOf(named), [named.address, named.tokens[0] as Address]))
    expect(await other).toEqual({ value: [], rounds: 0 })
  })

  test('is skipped if its tokens differ from its entry', async () => {
    const { value } = await found({ ...named, tokens: named.tokens.toReversed() })
    expect(value.map(({ skipReason }) => skipReason)).toEqual(['unmodelled'])
  })

  test('is skipped if it may not spend all of its pocket', async () => {
    const allowing = (amount: bigint) => ({
      call: (to: string, data: string) =>
        data.startsWith('0xdd62ed3e') ? Promise.resolve(`0x${word(amount)}`) : chain.call(to, data),
    })
    const { gems } = prepared.state
    const less = runReading(allowing(gems - 1n), protocol.load(prepared.pool))
    await expect(less).rejects.toThrow('left out: unmodelled')
    expect((await runReading(allowing(gems), protocol.load(prepared.pool))).value).toEqual(prepared.state)
  })

  test('is still traded in one direction if the other is halted', async () => {
    await fixture.runSteps([step(prepared.pool.address, 'file', encodeBytes32String('tin'), halted)])
    const { value } = await runReading(chain, protocol.load(prepared.pool))
    expect(value).toEqual({ ...prepared.state, tin: halted })
  })
})
