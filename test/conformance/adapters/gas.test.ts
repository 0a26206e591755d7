/** Gas of trades through adapters on the real contracts, payment included, against the prediction of routing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { protocol as crypto } from '#protocols/curve-crypto/index'
import { protocol as curve } from '#protocols/curve-stable/index'
import { protocol as dodo } from '#protocols/dodo-v2/index'
import { protocol as vaults } from '#protocols/erc4626/index'
import { protocol as fluid } from '#protocols/fluid-dex/index'
import { protocol as lido } from '#protocols/lido/index'
import { protocol as pairs } from '#protocols/liquidity-book/index'
import { protocol as mavericks } from '#protocols/maverick-v2/index'
import { protocol as modules } from '#protocols/psm/index'
import { protocol as solidly } from '#protocols/solidly-v2/index'
import { protocol as stableSwaps } from '#protocols/stable-swap/index'
import { protocol as syncSwaps } from '#protocols/syncswap/index'
import { moveOverheadGas } from '#routing/leg-gas'
import { openPools as openCrypto } from '../../../src/protocols/curve-crypto/test/pools.ts'
import { type OverSetting, openOver, overSettings } from '../../../src/protocols/curve-stable/test/meta-pools.ts'
import { openPools as openCurve } from '../../../src/protocols/curve-stable/test/pools.ts'
import { openPools as openDodo } from '../../../src/protocols/dodo-v2/test/pools.ts'
import { openPools as openVaults } from '../../../src/protocols/erc4626/test/pools.ts'
import { openPools as openFluid } from '../../../src/protocols/fluid-dex/test/pools.ts'
import { usual } from '../../../src/protocols/fluid-dex/test/words.ts'
import { openPools as openLido } from '../../../src/protocols/lido/test/pools.ts'
import { openPools as openBins } from '../../../src/protocols/liquidity-book/test/pools.ts'
import { openPools as openMavericks } from '../../../src/protocols/maverick-v2/test/pools.ts'
import { openPools as openModules } from '../../../src/protocols/psm/test/pools.ts'
import { openPools as openSolidly } from '../../../src/protocols/solidly-v2/test/pools.ts'
import { openPools as openStableSwaps } from '../../../src/protocols/stable-swap/test/pools.ts'
import { openPools as openSyncSwaps } from '../../../src/protocols/syncswap/test/pools.ts'
import { type LocalChain, startChain } from '../chain.ts'
import { type AdapterFixture, createAdapterFixture, type PreparedPool } from './fixture.ts'

const ether = 10n ** 18n
let chain: LocalChain
let fixture: AdapterFixture
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
})
afterAll(() => chain.stop())

/**
 * Gas of the third trade in each direction, when every slot has been written before; relative to the prediction.
 * @param seconds that pass before each, for pools that store sums over time: on a chain some time always passes
 */
async function measurePools<State>(
  protocol: Protocol<State>,
  { pool, state, steps }: PreparedPool<State>,
  ends: readonly [number, number] = [0, 1],
  decimals: readonly number[] = [],
  seconds = 0,
) {
  await fixture.runSteps(steps)
  const amountOf = (from: number) => {
    const sold = decimals[from] === undefined ? undefined : 10n ** BigInt(decimals[from]) / 200n
    return amount(sold ?? (ends[0] === 0 ? ether / 200n : 10n ** 6n))
  }
  const ratios: number[] = []
  for (const round of [1, 2, 3]) {
    for (const [from, to] of [ends, ends.toReversed() as [number, number]]) {
      const trade: Trade = { from, to, amountIn: amountOf(from) }
      if (seconds > 0) await fixture.chain.pass(seconds)
      const spent = await fixture.measureGas(protocol, pool, trade)
      if (round === 3) ratios.push(spent / Number(protocol.gas(state, trade) + moveOverheadGas.adapter))
    }
  }
  return ratios
}

describe('gas is predicted within 6 % of the contracts', () => {
  const expectClose = (ratios: readonly number[]) => {
    console.log(ratios)
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
  }
  test.each([0, 1])('solidly-v2, pool %s', async (which) => {
    const more = [10n * ether, 10n * ether] as const
    expectClose(await measurePools(solidly, (await openSolidly(fixture))({ which, more, fee: 30 }), [0, 1], [], 2))
  })
  test.each([0, 2])('stable-swap, pool %s', async (which) => {
    const amounts = [1_000n * ether, 1_000n * ether, 1_000n * ether, 1_000n * ether]
    const { state, ...rest } = (await openStableSwaps(fixture))({ which, amounts })
    expectClose(await measurePools(stableSwaps, { ...rest, state }, which === 0 ? [0, 1] : [1, 2]))
  })
  test.each([
    [0, [1, 2]],
    [1, [0, 1]],
    [5, [0, 1]],
    [7, [2, 3]],
  ] as const)('curve-stable, pool %s', async (which, ends) => {
    const amounts = [1_000n * ether, 1_000n * ether, 1_000n * ether, 1_000n * ether]
    const worths = [ether, ether, ether, ether]
    const { state, ...rest } = (await openCurve(fixture))({ which, amounts, worths })
    expectClose(await measurePools(curve, { ...rest, state }, ends))
  })
  test.each([
    [1, [2, 0]],
    [1, [0, 3]],
    [2, [2, 0]],
    [3, [0, 1]],
    [3, [0, 2]],
    [4, [2, 0]],
    [5, [4, 0]],
  ] as const)('curve-stable, metapool %s', async (which, ends) => {
    const amounts = [1_000n * ether, 1_000n * ether, 1_000n * ether, 1_000n * ether]
    const shares = { worths: [ether, ether, ether, ether], shares: 1_000_000n, held: 300_000n, skew: 1_000n }
    const kept = { rate: 1_000_000n, age: 601n }
    const { state, ...rest } = (await openOver(fixture))({ which, amounts, ...shares, kept })
    const { own, base } = overSettings[which] as OverSetting
    expectClose(await measurePools(curve, { ...rest, state }, ends, [...own.decimals, ...base.decimals]))
  })
  test.each([0, 3, 6, 10])('curve-crypto, pool %s', async (which) => {
    const worths = [1_000n * ether, 1_100n * ether, 900n * ether]
    const { state, ...rest } = (await openCrypto(fixture))({ which, worths, prices: [100n * ether, ether] })
    expectClose(await measurePools(crypto, { ...rest, state }, which === 3 ? [1, 0] : [0, 1]))
  })
  test.each([1, 3, 9, 15])('liquidity-book, %s half bins there and back', async (halves) => {
    const open = await openBins(fixture)
    const reserve = ether / 400n
    const bins = Array.from({ length: 12 }, () => reserve)
    const at = { which: 2, at: 0, below: bins, active: [reserve, reserve] as const, above: bins }
    const { state, ...rest } = open({ ...at, accumulator: 0, reference: 0, moved: 0, age: 10 })
    await fixture.runSteps(rest.steps)
    let now = state
    const ratios: number[] = []
    for (const from of [0, 1, 0, 1, 0]) {
      const trade: Trade = { from, to: 1 - from, amountIn: amount((reserve * BigInt(halves)) / 2n) }
      const spent = await fixture.measureGas(pairs, rest.pool, trade)
      const said = Number(pairs.gas(now, trade) + moveOverheadGas.adapter)
      now = pairs.stateAfter(now, trade)
      ratios.push(spent / said)
    }
    expectClose(ratios.slice(1))
  })
  test.each([1, 20, 60, 90])('maverick-v2, %s tenths of a tick there and back', async (parts) => {
    const beside = Array.from({ length: 14 }, () => ({ amount: ether / 100n, kinds: 1 }))
    const at = { which: 0, at: 0, below: beside, active: [ether / 200n, ether / 200n] as const, above: beside }
    const { pool, state, steps } = (await openMavericks(fixture))({
      ...{ ...at, kinds: 1, protocolShare: 0, mean: 0, moved: 0, age: 0 },
    })
    await fixture.runSteps(steps)
    let now = state
    const ratios: number[] = []
    for (const from of [0, 1, 0, 1]) {
      const trade: Trade = { from, to: 1 - from, amountIn: amount((ether / 1_000n) * BigInt(parts)) }
      await fixture.chain.pass(2) // the mean price is stored only after time has passed, as it always has on a chain
      const spent = await fixture.measureGas(mavericks, pool, trade)
      // the prediction is that of a real pool; the port takes a tenth more
      ratios.push((spent - Number(moveOverheadGas.adapter)) / Number(mavericks.gas(now, trade)) / 1.1)
      now = mavericks.stateAfter(now, trade)
    }
    expectClose(ratios.slice(1))
  })
  test.each([0, 2])('syncswap, pool %s', async (which) => {
    const holds = [1_000n * ether, 1_000n * ether] as const
    const { state, ...rest } = (await openSyncSwaps(fixture))({ which, holds, feesE5: [200, 200], ours: 0 })
    expectClose(await measurePools(syncSwaps, { ...rest, state }))
  })
  test.each([
    [true, 'neither', ether / 10n],
    [false, 0, ether / 10n],
    [false, 1, ether / 5_000n],
  ] as const)('dodo-v2, vending machine: %s, short of %s', async (vending, short, slope) => {
    const { state, ...rest } = (await openDodo(fixture))({
      ...{ vending, short, slope, price: ether, spare: [6_000, 6_000] },
      reserves: [1_000n * ether, 1_000n * ether],
      fees: [ether / 1_000n, 10n ** 14n],
    })
    expectClose(await measurePools(dodo, { ...rest, state }))
  })
  test.each(['collateral', 'debt', 'both'] as const)('fluid-dex, %s', async (curves) => {
    const { state, ...rest } = (await openFluid(fixture))({ ...usual, curves })
    expectClose(await measurePools(fluid, { ...rest, state }))
  })
  test('erc4626', async () => {
    const scenario = { which: 0, deposited: 1_000n * ether, earned: ether }
    expectClose(await measurePools(vaults, (await openVaults(fixture))(scenario)))
  })
  test.each([0, 1])('psm, module %s', async (which) => {
    const scenario = { which, tin: 10n ** 14n, tout: 10n ** 14n, dai: ether ** 2n, gems: ether ** 2n }
    expectClose(await measurePools(modules, (await openModules(fixture))(scenario)))
  })
  test('lido', async () => {
    const shares = { shares: 1_000n * ether, earned: 200n * ether, backed: 7n * ether, wrapped: 500n }
    const { pool, state, steps } = (await openLido(fixture))({ ...shares, knowsVaults: true })
    await fixture.runSteps(steps)
    const trade: Trade = { from: 0, to: 1, amountIn: amount(ether) }
    await fixture.measureGas(lido, pool, trade)
    const spent = await fixture.measureGas(lido, pool, trade)
    expectClose([spent / Number(lido.gas(state, trade) + moveOverheadGas.adapter)])
  })
})
