/** Amounts of a peg stability module derived a second way, and what it is asked when it is found and read, on a port. */
import { encodeBytes32String } from 'ethers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool, Trade, Venue } from '#domain/protocol'
import type { Address } from '#domain/units'
import { word } from '#domain/words'
import { protocol } from '#protocols/psm/index'
import type { State } from '#protocols/psm/swap'
import { type LocalChain, startChain } from '../chain.ts'
import { anyPlan } from './plans.ts'
import { halted, openPools, type Scenario, scenarios, stateOf } from './pools/psm.ts'
import { runReading } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const wad = 10n ** 18n

describe('amounts, derived a second way', () => {
  const plans = anyPlan<State>(({ dai, gems, factor }) => [dai / factor, gems * factor])
  const isLikely = ({ tin, tout }: State) => tin <= wad && tout <= wad

  /** A part of the worth, rounded up: nothing of what is kept is rounded in the seller's favour but that. */
  function sold({ factor, tin, dai }: State, gems: bigint): bigint | undefined {
    const parts = gems * factor * (wad - tin)
    const out = parts / wad + (parts % wad === 0n ? 0n : 1n)
    return out === 0n || out > dai ? undefined : out
  }

  const priceOf = ({ factor, tout }: State, gems: bigint) => gems * factor + (gems * factor * tout) / wad

  /** As many as the money pays for, found by halving. */
  function bought(state: State, money: bigint): bigint | undefined {
    let [least, most] = [0n, money + 1n]
    while (most - least > 1n) {
      const middle = (least + most) / 2n
      if (priceOf(state, middle) <= money) least = middle
      else most = middle
    }
    return least === 0n || least > state.gems ? undefined : least
  }

  test('what is sold brings its worth less the fee, what is bought is all that the money pays for', () => {
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

  test('a way that is halted gives nothing, and is no way to the search', () => {
    const state: State = { factor: 10n ** 12n, tin: halted, tout: halted, dai: wad * wad, gems: wad }
    for (const from of [0, 1]) {
      const trade = { from, to: 1 - from, amountIn: (10n ** 15n) as Trade['amountIn'] }
      expect(protocol.amountOut(state, trade)).toBeUndefined()
      expect(protocol.amountOut({ ...state, tin: 0n, tout: 0n }, trade)).toBeDefined()
      expect(protocol.stretches?.(state, trade).liquidity).toEqual([])
    }
  })
})

describe('a module on a chain', () => {
  const { step } = callsOf(['function file(bytes32, uint256)'])
  const scenario: Scenario = { which: 0, tin: 3n * 10n ** 14n, tout: 10n ** 15n, dai: 5n * wad, gems: 7_000_000n }
  let chain: LocalChain
  let stage: Stage
  let prepared: Prepared<State>
  let named: Pool
  beforeAll(async () => {
    chain = await startChain()
    stage = await openStage(chain)
    prepared = (await openPools(stage))(scenario)
    await stage.lay(prepared.steps)
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

  test('of another pair nothing is asked', async () => {
    const other = runReading(chain, protocol.find(venueOf(named), [named.address, named.tokens[0] as Address]))
    expect(await other).toEqual({ value: [], rounds: 0 })
  })

  test('that is of other tokens than its entry says is left out', async () => {
    const { value } = await found({ ...named, tokens: named.tokens.toReversed() })
    expect(value.map(({ leftOut }) => leftOut)).toEqual(['unmodelled'])
  })

  test('that may not take all that lies in its pocket is left out', async () => {
    const allowing = (amount: bigint) => ({
      call: (to: string, data: string) =>
        data.startsWith('0xdd62ed3e') ? Promise.resolve(`0x${word(amount)}`) : chain.call(to, data),
    })
    const { gems } = prepared.state
    const less = runReading(allowing(gems - 1n), protocol.load(prepared.pool))
    await expect(less).rejects.toThrow('left out: unmodelled')
    expect((await runReading(allowing(gems), protocol.load(prepared.pool))).value).toEqual(prepared.state)
  })

  test('that halts one way is still traded with the other', async () => {
    await stage.lay([step(prepared.pool.address, 'file', encodeBytes32String('tin'), halted)])
    const { value } = await runReading(chain, protocol.load(prepared.pool))
    expect(value).toEqual({ ...prepared.state, tin: halted })
  })
})
