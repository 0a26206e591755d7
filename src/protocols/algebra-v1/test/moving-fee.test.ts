/**
 * Fees that follow the market: the first swap of a block recomputes them from a day of the pool's own past. What the
 * lens reads from inside a swap is compared with what the contract then takes, over days of random trades.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { type CodeMode, createLensCall, parseLensAnswer } from '#chain/lens/call'
import { findPoolOfItem } from '#chain/lens/input'
import { toLensRecord } from '#chain/lens/record'
import { uintAt } from '#domain/calls/words'
import type { Pool } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { evm, hex } from '#domain/units'
import { protocol } from '#protocols/algebra-v1/index'
import { startChain } from '#test/conformance/chain'
import { turnOf } from '#test/conformance/fixture'
import { sell } from '#test/conformance/replay'
import { createTickFixture, type TickFixture } from '#test/conformance/ticks/fixture'
import { family } from './family.ts'

const { ground } = family.stepped
const seed = Number(process.env['SWAPLINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const modes: readonly CodeMode[] = ['override', 'create', 'revert']
const day = 86_400
const wad = 10n ** 18n

const scenario = {
  feePpm: 0,
  tickSpacing: 60,
  sqrtPriceX96: 1n << 96n,
  positions: [
    { lower: -887_220, upper: 887_220, liquidity: 1_000n * wad },
    { lower: -1_200, upper: 1_200, liquidity: 7_000n * wad },
  ],
}

/** A pause, then a sale large enough to move the price by up to a tenth. */
const anyEvent = fc.record({
  pause: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: day / 4 }), fc.constant(2 * day)),
  trade: fc
    .tuple(fc.integer({ min: 0, max: 1 }), fc.bigInt({ min: 1n, max: 400n * wad }))
    .map(([from, amountIn]) => sell(from, amountIn)),
})

let fixture: TickFixture
let pool: Pool
beforeAll(async () => {
  // without the first step, which keeps fees constant
  const deploy = async (...args: Parameters<typeof ground.deploy>) => {
    const maker = await ground.deploy(...args)
    return { ...maker, steps: (...how: Parameters<typeof maker.steps>) => maker.steps(...how).slice(1) }
  }
  fixture = await createTickFixture(await startChain(), { ...ground, deploy })
  const factory = evm(fixture.factory)
  const venue = { protocol: protocol.kind, name: protocol.kind, title: protocol.kind, factory, feesPpm: [100] }
  const tokens = [evm(fixture.tokens[0]), evm(fixture.tokens[1])]
  pool = { venue, address: evm(await fixture.makePool(scenario)), tokens, feePpm: 100 }
})
afterAll(() => fixture.chain.stop())

async function readPool(mode: CodeMode): Promise<TickState> {
  const { lens } = protocol
  if (lens?.kind !== 3) throw new Error('the lens does not read this family')
  const nothing = { tokens: [], venues: [], pairs: [] }
  const work = { ...nothing, reach: reaches.whole, pools: [{ kind: 3 as const, pool, access: lens }] }
  const answer = parseLensAnswer(
    mode,
    await fixture.chain.answer(createLensCall(mode, work, { start: 0, block: 'latest' })),
  )
  const [found] = answer?.items ?? []
  if (found?.record.kind !== 3 || findPoolOfItem(work, found.item, found.address) === undefined)
    throw new Error('it saw no pool')
  return lens.state(toLensRecord(found.record, work.reach.maxTicks), pool)
}

const lastFee = async () => uintAt(hex(await fixture.chain.call(pool.address, '0xe76c01e4')), 2)

test(`the fee read equals the fee taken, seed ${seed}`, async () => {
  const fees = new Set<unknown>()
  let moved = 0
  for (const { pause, trade } of fc.sample(anyEvent, { seed, numRuns: 40 })) {
    await fixture.chain.pass(pause)
    const state = await readPool('revert')
    for (const mode of modes) expect(await readPool(mode)).toEqual(state)
    const seen = await fixture.quoteTurns([turnOf(trade), -turnOf(trade)])
    const back = sell(1 - trade.from, trade.amountIn)
    const ours = [protocol.amountOut(state, trade), protocol.amountOut(protocol.stateAfter(state, trade), back)]
    expect(seen.map(({ out }) => out)).toEqual(ours)

    if (BigInt(state.feePpm as number) !== (await lastFee())) moved += 1
    fees.add(state.feePpm)
    await fixture.executeTurns([turnOf(trade)])
  }
  // otherwise a fee read without a swap would have been enough
  expect(moved).toBeGreaterThan(5)
  expect(fees.size).toBeGreaterThan(5)
}, 120_000)
