/** Every call that our contracts make in real trades of every move and entry point: a fixed list, and all of it. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '#domain/network'
import { type Address, amount, hex, nativeToken, seconds } from '#domain/units'
import { encodeCancel } from '#encoding/nonces'
import { orderDigest } from '#encoding/order-digest'
import { packPermit } from '#encoding/permit'
import { routerSelectors } from '#encoding/router.gen'
import { packLegs } from '#encoding/router-call'
import { callsBy, made } from './calls-made.ts'
import { testContract } from './compile.ts'
import { deployStableSwap, deployVault, stableLeg, vaultLeg } from './far-pools.ts'
import { createRig, deadline, ether, leg, type Rig } from './rig.ts'
import { fund, orderCalldata, sellerAddress, typedData } from './seller.ts'
import { type Asked, calldata, percent } from './trade.ts'

const signingWallet = new Interface(['function sign(bytes32)'])
const native = 'CALL 0x'
const tokens = [
  made('STATICCALL', 'balanceOf(address)'),
  made('CALL', 'transfer(address,uint256)'),
  made('CALL', 'transferFrom(address,address,uint256)'),
]
const vault = [
  made('CALL', 'unlock(bytes)'),
  made('CALL', 'swap((address,address,uint24,int24,address),(bool,int256,uint160),bytes)'),
  made('CALL', 'sync(address)'),
  made('CALL', 'settle()'),
  made('CALL', 'take(address,address,uint256)'),
]
const elsewhere = [
  native,
  made('CALL', 'deposit()'),
  made('CALL', 'withdraw(uint256)'),
  made('STATICCALL', 'getReserves()'),
  made('CALL', 'swap(uint256,uint256,address,bytes)'),
  made('CALL', 'swap(address,bool,int256,uint160,bytes)'),
  made('CALL', 'tradeForSwapline(address,address,address,address,uint256)'),
  made('CALL', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'),
  made('CALL', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'),
  made('STATICCALL', 'isValidSignature(bytes32,bytes)'),
  'STATICCALL precompile 1',
]
/** Of the adapter for the Saddle family. */
const stableSwap = [
  made('STATICCALL', 'balanceOf(address)'),
  made('CALL', 'approve(address,uint256)'),
  made('CALL', 'swap(uint8,uint8,uint256,uint256,uint256)'),
  made('CALL', 'transfer(address,uint256)'),
]

interface Sent {
  readonly from: Address
  readonly data: string
  readonly value?: bigint
}

/** PoolManager itself needs transient storage: the other build has no vault to trade with. */
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

  test('makes these calls and no other; so does its adapter', async () => {
    const [byRouter, byAdapter] = [new Set<string>(), new Set<string>()]
    const entries = new Set<string>()
    for (const tx of [...(await swaps(rig, build, stable)), ...permits(rig), ...(await orders(rig))]) {
      const { transactionHash } = await rig.send({ to: rig.router, ...tx })
      entries.add(tx.data.slice(0, 10))
      for (const one of await callsBy(rig, rig.router, transactionHash)) byRouter.add(one)
      for (const one of await callsBy(rig, stable.adapter, transactionHash)) byAdapter.add(one)
    }
    expect(byRouter).toEqual(new Set(list))
    expect(byAdapter).toEqual(new Set(stableSwap))
    const { eip712Domain, nonceBitmap, unlockCallback, ...called } = routerSelectors
    expect(entries).toEqual(new Set(Object.values(called)))
  })
})

/** Through every move, in every way a leg is paid for, with native currency on either side and an affiliate. */
async function swaps(
  rig: Rig,
  build: Network['router'],
  stable: Awaited<ReturnType<typeof deployStableSwap>>,
): Promise<readonly Sent[]> {
  const { pools, user } = rig
  const { a, b, c, w, fee } = rig.tokens
  const far = build === 'cancun' ? [vaultLeg(await deployVault(rig, [[a, b]]), [a, b])] : []
  const asked: readonly Asked[] = [
    ...[leg(pools.ab2, a), leg(pools.ab3, a), stableLeg(stable, a), ...far].flatMap((one) => [
      { tokenIn: a, tokenOut: b, legs: [one] },
      { tokenIn: a, tokenOut: c, legs: [one, leg(pools.bc2, b)] },
      { tokenIn: w, tokenOut: b, legs: [leg(pools.aw3, w), one], affiliate: percent(rig, 1) },
    ]),
    { tokenIn: nativeToken, tokenOut: a, legs: [leg(pools.aw2, w)], affiliate: percent(rig, 1) },
    { tokenIn: nativeToken, tokenOut: a, legs: [leg(pools.aw3, w)] },
    { tokenIn: a, tokenOut: nativeToken, legs: [leg(pools.aw2, a)] },
    { tokenIn: nativeToken, tokenOut: w, legs: [] },
    { tokenIn: w, tokenOut: nativeToken, legs: [] },
    { tokenIn: fee, tokenOut: b, legs: [leg(pools.feeB2, fee)], feeOnTransfer: new Set([fee]) },
  ]
  return asked.map((one) => ({
    from: user,
    data: calldata(rig, one),
    value: one.tokenIn === nativeToken ? ether : 0n,
  }))
}

/** Whether the token takes them is all one to the router: WETH answers to any call. */
function permits(rig: Rig): readonly Sent[] {
  const asked = { tokenIn: rig.tokens.w, tokenOut: nativeToken, legs: [] }
  const [signature, until] = [hex(`0x${'11'.repeat(64)}1b`), seconds(deadline)]
  const packed = [
    packPermit({ style: 'eip-2612', value: amount(ether), deadline: until, signature }),
    packPermit({ style: 'dai', nonce: 0n, expiry: until, signature }),
  ]
  return packed.map((permit) => ({ from: rig.user, data: calldata(rig, { ...asked, permit }) }))
}

/** Of a key and of a contract that has signed, and one that is cancelled. */
async function orders(rig: Rig): Promise<readonly Sent[]> {
  const { a, b, w } = rig.tokens
  const wallet = await rig.deploy(rig.maker, testContract('SigningWallet'))
  await fund(rig, wallet)
  const byContract = typedData(rig, { sender: wallet })
  const sign = signingWallet.encodeFunctionData('sign', [orderDigest(byContract)])
  await rig.send({ from: rig.maker, to: wallet, data: sign })
  const route = packLegs({ tokenIn: a, tokenOut: b, wrapped: w }, [leg(rig.pools.ab3, a)])
  return [
    { from: rig.stranger, data: await orderCalldata(rig, typedData(rig), { route }) },
    { from: rig.stranger, data: await orderCalldata(rig, byContract, { signature: hex('0x1234') }) },
    { from: sellerAddress, data: encodeCancel(9n) },
  ]
}
