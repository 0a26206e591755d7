/** Gas of whole transactions, pinned: `npx vitest run test/contracts/gas.test.ts -u` writes a new table. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShare } from '#domain/quotes/route'
import { amount, nativeToken } from '#domain/units'
import { routerInitCode } from '#encoding/contracts/router-code.gen'
import { encodeCancel } from '#encoding/order/nonces'
import { packLegs } from '#encoding/swap/router-call'
import { deployStableSwap, deployVault, stableLeg, vaultLeg } from './far-pools.ts'
import { createLeg, createRig, ether, type Rig } from './rig.ts'
import { encodeOrder, fund, sellerAddress, typedData } from './seller.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade, type SwapInput } from './trade.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

const cases = ({ tokens: { a, b, c, w }, pools }: Rig): Readonly<Record<string, SwapInput>> => ({
  'V2, 1 hop': { tokenIn: a, tokenOut: b, legs: [createLeg(pools.ab2, a)] },
  'V2, 2 hops': { tokenIn: a, tokenOut: c, legs: [createLeg(pools.ab2, a), createLeg(pools.bc2, b)] },
  'V3, 1 hop': { tokenIn: a, tokenOut: b, legs: [createLeg(pools.ab3, a)] },
  'V3, 2 hops': { tokenIn: a, tokenOut: c, legs: [createLeg(pools.ab3, a), createLeg(pools.bc3, b)] },
  'split V2 + V3': {
    tokenIn: a,
    tokenOut: b,
    legs: [createLeg(pools.ab2, a, wholeShare / 2), createLeg(pools.ab3, a)],
  },
  'V2, native in': { tokenIn: nativeToken, tokenOut: a, legs: [createLeg(pools.aw2, w)] },
  'V2, native out': { tokenIn: a, tokenOut: nativeToken, legs: [createLeg(pools.aw2, a)] },
  'V3, native in': { tokenIn: nativeToken, tokenOut: a, legs: [createLeg(pools.aw3, w)] },
  'V3, 1 hop, through the router': { tokenIn: a, tokenOut: b, legs: [createLeg(pools.ab3, a)], throughRouter: true },
  'V3, native in, through the router': {
    tokenIn: nativeToken,
    tokenOut: a,
    legs: [createLeg(pools.aw3, w)],
    throughRouter: true,
  },
  'V3, 1 hop, affiliate': {
    tokenIn: a,
    tokenOut: b,
    legs: [createLeg(pools.ab3, a)],
    affiliate: affiliatePercent(rig, 1),
  },
})

/** Filled by the rig's user, for a seller whose nonce word from 256 on is already used; no fees. */
async function gasOfOrder(nonce: bigint): Promise<number> {
  const { a, b, w } = rig.tokens
  const order = typedData(rig, { nonce, swapFee: amount(0n), affiliate: undefined })
  const route = packLegs({ tokenIn: a, tokenOut: b, wrapped: w }, [createLeg(rig.pools.ab3, a)])
  return rig.undone(async () => {
    await rig.send({ from: sellerAddress, to: rig.router, data: encodeCancel(257n) })
    const { gasUsed } = await rig.send({
      from: rig.user,
      to: rig.router,
      data: await encodeOrder(rig, order, { route }),
    })
    return Number(gasUsed)
  })
}

test('costs what the table says', async () => {
  const table: Record<string, number> = { 'init code, bytes': routerInitCode.length / 2 - 1 }
  for (const [name, asked] of Object.entries(cases(rig))) {
    const value = asked.tokenIn === nativeToken ? ether : 0n
    const { gasUsed } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked), value)
    table[name] = Number(gasUsed)
  }
  const { a, b } = rig.tokens
  for (const [name, one] of [
    ['V4, 1 hop', vaultLeg(await deployVault(rig, [[a, b]]), [a, b])],
    ['StableSwap, 1 hop', stableLeg(await deployStableSwap(rig, [a, b]), a)],
  ] as const) {
    const asked = { tokenIn: a, tokenOut: b, legs: [one] }
    table[name] = Number((await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))).gasUsed)
  }
  await fund(rig)
  for (const [name, nonce] of [
    ['V3, 1 hop, order, nonce in a used word', 256n],
    ['V3, 1 hop, order, nonce in a fresh word', 512n],
  ] as const)
    table[name] = await gasOfOrder(nonce)
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('../../contracts/snapshots/gas.json')
})
