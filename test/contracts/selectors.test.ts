/** All calls of our contracts in real trades of every move and entry point equal a fixed list. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '#domain/network'
import { type Address, amount, hex, nativeToken, seconds } from '#domain/units'
import { routerSelectors } from '#encoding/contracts/router.gen'
import { computeOrderDigest } from '#encoding/order/digest'
import { encodeCancel } from '#encoding/order/nonces'
import { packLegs } from '#encoding/swap/router-call'
import { packPermit } from '#encoding/tokens/permit'
import { listCallsBy, toCallRecord } from './call-records.ts'
import { getTestContractCode } from './compile.ts'
import { deployStableSwap, deployVault, stableLeg, vaultLeg } from './far-pools.ts'
import { createLeg, createRig, deadline, ether, type Rig } from './rig.ts'
import { encodeOrder, fund, sellerAddress, typedData } from './seller.ts'
import { affiliatePercent, encodeSwapCalldata, type SwapInput } from './trade.ts'

const signingWallet = new Interface(['function sign(bytes32)'])
const native = 'CALL 0x'
const tokens = [
  toCallRecord('STATICCALL', 'balanceOf(address)'),
  toCallRecord('CALL', 'transfer(address,uint256)'),
  toCallRecord('CALL', 'transferFrom(address,address,uint256)'),
]
const vault = [
  toCallRecord('CALL', 'unlock(bytes)'),
  toCallRecord('CALL', 'swap((address,address,uint24,int24,address),(bool,int256,uint160),bytes)'),
  toCallRecord('CALL', 'sync(address)'),
  toCallRecord('CALL', 'settle()'),
  toCallRecord('CALL', 'take(address,address,uint256)'),
]
const elsewhere = [
  native,
  toCallRecord('CALL', 'deposit()'),
  toCallRecord('CALL', 'withdraw(uint256)'),
  toCallRecord('STATICCALL', 'getReserves()'),
  toCallRecord('CALL', 'swap(uint256,uint256,address,bytes)'),
  toCallRecord('CALL', 'swap(address,bool,int256,uint160,bytes)'),
  toCallRecord('CALL', 'tradeForSwapline(address,address,address,address,uint256)'),
  toCallRecord('CALL', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'),
  toCallRecord('CALL', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'),
  toCallRecord('STATICCALL', 'isValidSignature(bytes32,bytes)'),
  'STATICCALL precompile 1',
]
/** Calls of the adapter for the Saddle family. */
const stableSwap = [
  toCallRecord('STATICCALL', 'balanceOf(address)'),
  toCallRecord('CALL', 'approve(address,uint256)'),
  toCallRecord('CALL', 'swap(uint8,uint8,uint256,uint256,uint256)'),
  toCallRecord('CALL', 'transfer(address,uint256)'),
]

interface Sent {
  readonly from: Address
  readonly data: string
  readonly value?: bigint
}

/** PoolManager itself needs transient storage: the storage build has no vault to trade with. */
const builds: readonly (readonly [Network['router'], readonly string[]])[] = [
  ['cancun', [...tokens, ...elsewhere, ...vault]],
  ['storage', [...tokens, ...elsewhere]],
]

describe.each(builds)('the %s router', (build, list) => {
  let rig: Rig
  let stable: Awaited<ReturnType<typeof deployStableSwap>>
  beforeAll(async () => {
    rig = await createRig(build)
    stable = await deployStableSwap(rig, [rig.tokens.a, rig.tokens.b])
    await fund(rig)
  })
  afterAll(() => rig.close())

  test('and its adapter make exactly these calls', async () => {
    const [byRouter, byAdapter] = [new Set<string>(), new Set<string>()]
    const entries = new Set<string>()
    for (const tx of [...(await swaps(rig, build, stable)), ...permits(rig), ...(await orders(rig))]) {
      const { transactionHash } = await rig.send({ to: rig.router, ...tx })
      entries.add(tx.data.slice(0, 10))
      for (const one of await listCallsBy(rig, rig.router, transactionHash)) byRouter.add(one)
      for (const one of await listCallsBy(rig, stable.adapter, transactionHash)) byAdapter.add(one)
    }
    expect(byRouter).toEqual(new Set(list))
    expect(byAdapter).toEqual(new Set(stableSwap))
    const { eip712Domain, nonceBitmap, unlockCallback, ...called } = routerSelectors
    expect(entries).toEqual(new Set(Object.values(called)))
  })
})

/** Every move, every source of a leg's input, native currency on either side, and an affiliate. */
async function swaps(
  rig: Rig,
  build: Network['router'],
  stable: Awaited<ReturnType<typeof deployStableSwap>>,
): Promise<readonly Sent[]> {
  const { pools, user } = rig
  const { a, b, c, w, fee } = rig.tokens
  const far = build === 'cancun' ? [vaultLeg(await deployVault(rig, [[a, b]]), [a, b])] : []
  const asked: readonly SwapInput[] = [
    ...[createLeg(pools.ab2, a), createLeg(pools.ab3, a), stableLeg(stable, a), ...far].flatMap((one) => [
      { tokenIn: a, tokenOut: b, legs: [one] },
      { tokenIn: a, tokenOut: c, legs: [one, createLeg(pools.bc2, b)] },
      { tokenIn: w, tokenOut: b, legs: [createLeg(pools.aw3, w), one], affiliate: affiliatePercent(rig, 1) },
    ]),
    { tokenIn: nativeToken, tokenOut: a, legs: [createLeg(pools.aw2, w)], affiliate: affiliatePercent(rig, 1) },
    { tokenIn: nativeToken, tokenOut: a, legs: [createLeg(pools.aw3, w)] },
    { tokenIn: a, tokenOut: nativeToken, legs: [createLeg(pools.aw2, a)] },
    { tokenIn: nativeToken, tokenOut: w, legs: [] },
    { tokenIn: w, tokenOut: nativeToken, legs: [] },
    { tokenIn: fee, tokenOut: b, legs: [createLeg({ ...pools.feeB2, feeOnTransfer: [fee] }, fee)] },
  ]
  return asked.map((one) => ({
    from: user,
    data: encodeSwapCalldata(rig, one),
    value: one.tokenIn === nativeToken ? ether : 0n,
  }))
}

/** The router ignores the result of a permit: WETH accepts any call. */
function permits(rig: Rig): readonly Sent[] {
  const asked = { tokenIn: rig.tokens.w, tokenOut: nativeToken, legs: [] }
  const [signature, until] = [hex(`0x${'11'.repeat(64)}1b`), seconds(deadline)]
  const packed = [
    packPermit({ style: 'eip-2612', value: amount(ether), deadline: until, signature }),
    packPermit({ style: 'dai', nonce: 0n, expiry: until, signature }),
  ]
  return packed.map((permit) => ({ from: rig.user, data: encodeSwapCalldata(rig, { ...asked, permit }) }))
}

/** Orders signed by a key and by a contract, and a cancelled one. */
async function orders(rig: Rig): Promise<readonly Sent[]> {
  const { a, b, w } = rig.tokens
  const wallet = await rig.deploy(rig.maker, getTestContractCode('SigningWallet'))
  await fund(rig, wallet)
  const byContract = typedData(rig, { sender: wallet })
  const sign = signingWallet.encodeFunctionData('sign', [computeOrderDigest(byContract)])
  await rig.send({ from: rig.maker, to: wallet, data: sign })
  const route = packLegs({ tokenIn: a, tokenOut: b, wrapped: w }, [createLeg(rig.pools.ab3, a)])
  return [
    { from: rig.stranger, data: await encodeOrder(rig, typedData(rig), { route }) },
    { from: rig.stranger, data: await encodeOrder(rig, byContract, { signature: hex('0x1234') }) },
    { from: sellerAddress, data: encodeCancel(9n) },
  ]
}
