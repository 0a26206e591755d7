/** Sky's converter on our port: what is found and read, and both ways. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/dai-usds/index'
import { type AdapterFixture, createAdapterFixture, createCallBuilder } from '#test/conformance/adapters/fixture'
import { runReading } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { sell } from '#test/conformance/replay'
import { openPools } from './pools.ts'

const ether = 10n ** 18n
const { step } = createCallBuilder(['function cage()'])
let chain: LocalChain
let fixture: AdapterFixture
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
})
afterAll(() => chain.stop())

test('is found by the venue’s facts, with what creates DAI, and not for other tokens', async () => {
  const { pool } = (await openPools(fixture))({ dai: ether, usds: ether, createsDai: true })
  const { facts: _, ...listed } = pool
  const venue = { ...pool.venue, pools: [listed] }
  const [dai, usds] = pool.tokens as [Address, Address]
  expect(await runReading(chain, protocol.find(venue, [usds, dai]))).toEqual({ value: [{ ...pool, venue }], rounds: 1 })
  const turned = { ...venue, pools: [{ ...listed, tokens: [usds, dai] }] }
  const { value } = await runReading(chain, protocol.find(turned, [dai, usds]))
  expect(value.map(({ skipReason }) => skipReason)).toEqual(['unmodelled'])
})

test('one for one up to what exists; no DAI once none is created', async () => {
  const { pool, state, steps } = (await openPools(fixture))({ dai: 7n * ether, usds: 3n * ether, createsDai: true })
  await fixture.runSteps(steps)
  expect(await runReading(chain, protocol.load(pool))).toEqual({ value: state, rounds: 1 })
  for (const [from, most] of [7n, 3n].entries()) {
    expect(protocol.amountOut(state, sell(from, most * ether))).toBe(most * ether)
    expect(protocol.amountOut(state, sell(from, most * ether + 1n))).toBeUndefined()
    expect(await fixture.quoteTrade(protocol, pool, sell(from, most * ether))).toBe(most * ether)
  }
  await fixture.runSteps([step(pool.facts?.['daiJoin'] as Address, 'cage')])
  const { value: stopped } = await runReading(chain, protocol.load(pool))
  const outs = [0, 1].map((from) => stopped && protocol.amountOut(stopped, sell(from, ether)))
  expect(outs).toEqual([ether, undefined])
  expect(await fixture.quoteTrade(protocol, pool, sell(1, ether))).toBe(0n)
  expect(stopped && protocol.segments?.(stopped, { from: 1, to: 0 }).liquidity).toEqual([])
})
