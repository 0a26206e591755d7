/**
 * Pairs with fees of their own: amounts derived a second way, and their reads, by the lens and call by call, on a port.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeLensAnswer } from '#chain/lens/answer'
import { lensCode } from '#chain/lens/code.gen'
import { encodeLensInput, findPoolOfItem } from '#chain/lens/input'
import { findRevertData } from '#chain/rpc/revert-data'
import { lensReadingOf } from '#chain/survey/plan'
import type { Pool, Trade } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { amount } from '#domain/units'
import { type PairFeesState, protocol } from '#protocols/pair-fees/index'
import { moveOverheadGas } from '#routing/index/gas'
import { type AdapterFixture, createAdapterFixture, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { runReading } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openPools, pairAbi, type Scenario, scenarios, sources, stateOf, step } from './pools.ts'

const ether = 10n ** 18n
const scenario: Scenario = { from: 'reserves', fees: [300, 1_234], reserves: [1_000n * ether, 2_500n * ether] }

let chain: LocalChain
let fixture: AdapterFixture
let prepare: (scenario: Scenario) => PreparedPool<PairFeesState>
let pool: Pool
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  prepare = await openPools(fixture)
  const prepared = prepare(scenario)
  await fixture.runSteps(prepared.steps)
  pool = prepared.pool
})
afterAll(() => chain.stop())

test('the output is the greatest that does not lower the product, with the fee in exact fractions', () => {
  const plans = anyPlan<PairFeesState>(({ reserves }) => reserves)
  const max = (1n << 112n) - 1n
  let given = 0
  fc.assert(
    fc.property(scenarios.map(stateOf), plans, (state, plan) => {
      const trade: Trade = plan(state)
      const [held, other] = trade.from === 0 ? state.reserves : [state.reserves[1], state.reserves[0]]
      const kept = 1_000_000n - BigInt(state.feePpm[trade.from] ?? 0)
      const holds = (out: bigint) =>
        (held * 1_000_000n + trade.amountIn * kept) * (other - out) >= held * other * 1_000_000n
      const out = protocol.amountOut(state, trade)
      if (out === undefined) expect(held + trade.amountIn > max || !holds(1n)).toBe(true)
      else expect([holds(out), holds(out + 1n)]).toEqual([true, false])
      given += out === undefined ? 0 : 1
    }),
    { numRuns: 3_000 },
  )
  expect(given).toBeGreaterThan(500)
})

/** What the lens returns for the pair, which it looks up. */
async function seenByLens({ venue, tokens }: Pool) {
  const work = { reach: reaches.usual, tokens, venues: lensReadingOf(new Map([[protocol.kind, protocol]]), venue) }
  const whole = { ...work, pairs: [[0, 1] as const], pools: [] }
  const data = `${lensCode}${encodeLensInput(whole, { revert: true, outLimit: 10_000, start: 0 })}`
  const answer = await chain.answer({ method: 'eth_call', params: [{ data }, 'latest'] })
  return decodeLensAnswer('error' in answer ? findRevertData(answer.error) : '0x').items.map(
    ({ item, address, record: seen }) => {
      const found = findPoolOfItem(whole, item, address)?.pool
      if (found === undefined || seen.kind !== 2) throw new Error(`item ${item} is no pair`)
      return { found, state: protocol.lens?.state(seen, found) }
    },
  )
}

test.each([
  ['reserves', [3_000, 12_340]],
  ['getter', [3_000, 3_000]],
] as const)('fees from %s are read with the reserves, by the lens too', async (from, feePpm) => {
  const known = { ...pool, venue: { ...pool.venue, facts: sources[from] } }
  const { value, rounds } = await runReading(chain, protocol.load(known))
  expect(value).toEqual({ reserves: scenario.reserves, feePpm })
  expect(rounds).toBe(1)
  expect(await seenByLens(known)).toEqual([{ found: known, state: value }])
})

test('skips a stable pair if the venue states how to recognize it', async () => {
  await fixture.runSteps([step(pool.address, 'set', ...scenario.fees, true)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: unmodelled')
  await expect(seenByLens(pool)).rejects.toThrow('left out: unmodelled')
  await fixture.runSteps([step(pool.address, 'set', ...scenario.fees, false)])
})

test('refuses a fee above 1, and a unit that does not divide a million', async () => {
  for (const feeUnit of [299, 300_000]) {
    const venue = { ...pool.venue, facts: { ...sources.reserves, feeUnit } }
    await expect(runReading(chain, protocol.load({ ...pool, venue }))).rejects.toThrow(RangeError)
  }
})

test('a fee changed after the reading applies', () =>
  chain.undone(async () => {
    const trade: Trade = { from: 0, to: 1, amountIn: amount(ether) }
    await fixture.runSteps([step(pool.address, 'set', 2_000, 1_234, false)])
    const dearer: PairFeesState = { ...stateOf(scenario), feePpm: [20_000, 12_340] }
    expect(await fixture.quoteTrade(protocol, pool, trade)).toBe(protocol.amountOut(dearer, trade))
    const asked = { to: pool.address, data: pairAbi.encodeFunctionData('getAmountOut', [ether, pool.tokens[0]]) }
    expect((await fixture.callAndDecode(asked, pairAbi))[0]).toBe(protocol.amountOut(dearer, trade))
  }))

test('gas is predicted within 6 % of the port', () =>
  chain.undone(async () => {
    for (const round of [1, 2, 3]) {
      for (const from of [0, 1]) {
        const trade: Trade = { from, to: 1 - from, amountIn: amount(ether / 200n) }
        const spent = await fixture.measureGas(protocol, pool, trade)
        const predicted = Number(protocol.gas(stateOf(scenario), trade) + moveOverheadGas.adapter)
        if (round === 3) expect(Math.abs(spent / predicted - 1), `${spent} of ${predicted}`).toBeLessThan(0.06)
      }
    }
  }))
