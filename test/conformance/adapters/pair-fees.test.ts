/** Pairs with fees of their own: amounts derived a second way, and what they are asked, by the lens and call by call, on a port. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeLensAnswer } from '#chain/lens-answer'
import { lensCode } from '#chain/lens-code.gen'
import { encodeLensInput, poolOfItem } from '#chain/lens-input'
import { revertData } from '#chain/revert-data'
import { sightOf } from '#chain/survey-plan'
import type { Pool, Trade } from '#domain/protocol'
import { reaches } from '#domain/tick-reach'
import { amount } from '#domain/units'
import { protocol, type State } from '#protocols/pair-fees/index'
import { besideMove } from '#routing/leg-gas'
import { type LocalChain, startChain } from '../chain.ts'
import { anyPlan } from './plans.ts'
import { openPools, pairAbi, type Scenario, scenarios, sources, stateOf, step } from './pools/pair-fees.ts'
import { runReading } from './reading.ts'
import { openStage, type Prepared, type Stage } from './stage.ts'

const ether = 10n ** 18n
const scenario: Scenario = { from: 'reserves', fees: [300, 1_234], reserves: [1_000n * ether, 2_500n * ether] }

let chain: LocalChain
let stage: Stage
let prepare: (scenario: Scenario) => Prepared<State>
let pool: Pool
beforeAll(async () => {
  chain = await startChain()
  stage = await openStage(chain)
  prepare = await openPools(stage)
  const prepared = prepare(scenario)
  await stage.lay(prepared.steps)
  pool = prepared.pool
})
afterAll(() => chain.stop())

test('the output is the greatest by which the product does not fall, the fee taken in exact fractions', () => {
  const plans = anyPlan<State>(({ reserves }) => reserves)
  const most = (1n << 112n) - 1n
  let given = 0
  fc.assert(
    fc.property(scenarios.map(stateOf), plans, (state, plan) => {
      const trade: Trade = plan(state)
      const [held, other] = trade.from === 0 ? state.reserves : [state.reserves[1], state.reserves[0]]
      const kept = 1_000_000n - BigInt(state.feePpm[trade.from] ?? 0)
      const holds = (out: bigint) =>
        (held * 1_000_000n + trade.amountIn * kept) * (other - out) >= held * other * 1_000_000n
      const out = protocol.amountOut(state, trade)
      if (out === undefined) expect(held + trade.amountIn > most || !holds(1n)).toBe(true)
      else expect([holds(out), holds(out + 1n)]).toEqual([true, false])
      given += out === undefined ? 0 : 1
    }),
    { numRuns: 3_000 },
  )
  expect(given).toBeGreaterThan(500)
})

/** What the lens says of the pair, which it looks up. */
async function seenByLens({ venue, tokens }: Pool) {
  const work = { reach: reaches.usual, tokens, venues: sightOf(new Map([[protocol.kind, protocol]]), venue) }
  const whole = { ...work, pairs: [[0, 1] as const], pools: [] }
  const data = `${lensCode}${encodeLensInput(whole, { revert: true, outLimit: 10_000, start: 0 })}`
  const answer = await chain.answer({ method: 'eth_call', params: [{ data }, 'latest'] })
  return decodeLensAnswer('error' in answer ? revertData(answer.error) : '0x').items.map(({ item, address, seen }) => {
    const found = poolOfItem(whole, item, address)?.pool
    if (found === undefined || seen.kind !== 2) throw new Error(`item ${item} is no pair`)
    return { found, state: protocol.lens?.state(seen, found) }
  })
}

test.each([
  ['reserves', [3_000, 12_340]],
  ['getter', [3_000, 3_000]],
] as const)('fees said by %s are read with the reserves, by the lens too', async (from, feePpm) => {
  const known = { ...pool, venue: { ...pool.venue, facts: sources[from] } }
  const { value, rounds } = await runReading(chain, protocol.load(known))
  expect(value).toEqual({ reserves: scenario.reserves, feePpm })
  expect(rounds).toBe(1)
  expect(await seenByLens(known)).toEqual([{ found: known, state: value }])
})

test('a stable pair is left out, where the venue says how it is known', async () => {
  await stage.lay([step(pool.address, 'set', ...scenario.fees, true)])
  await expect(runReading(chain, protocol.load(pool))).rejects.toThrow('left out: unmodelled')
  await expect(seenByLens(pool)).rejects.toThrow('left out: unmodelled')
  await stage.lay([step(pool.address, 'set', ...scenario.fees, false)])
})

test('a fee of more than all, or of a unit that is no part of a million, is not read', async () => {
  for (const feeUnit of [299, 300_000]) {
    const venue = { ...pool.venue, facts: { ...sources.reserves, feeUnit } }
    await expect(runReading(chain, protocol.load({ ...pool, venue }))).rejects.toThrow(RangeError)
  }
})

test('a fee that was changed after the reading is the one that counts', () =>
  chain.undone(async () => {
    const trade: Trade = { from: 0, to: 1, amountIn: amount(ether) }
    await stage.lay([step(pool.address, 'set', 2_000, 1_234, false)])
    const dearer: State = { ...stateOf(scenario), feePpm: [20_000, 12_340] }
    expect(await stage.turn(protocol, pool, trade)).toBe(protocol.amountOut(dearer, trade))
    const asked = { to: pool.address, data: pairAbi.encodeFunctionData('getAmountOut', [ether, pool.tokens[0]]) }
    expect((await stage.ask(asked, pairAbi))[0]).toBe(protocol.amountOut(dearer, trade))
  }))

test('gas is predicted to 6 % of what the port uses', () =>
  chain.undone(async () => {
    for (const round of [1, 2, 3]) {
      for (const from of [0, 1]) {
        const trade: Trade = { from, to: 1 - from, amountIn: amount(ether / 200n) }
        const spent = await stage.spent(protocol, pool, trade)
        const predicted = Number(protocol.gas(stateOf(scenario), trade) + besideMove.adapter)
        if (round === 3) expect(Math.abs(spent / predicted - 1), `${spent} of ${predicted}`).toBeLessThan(0.06)
      }
    }
  }))
