/** A seller with a key, who signs but sends no transactions. */
import { Interface, Wallet } from 'ethers'
import { type SwapOrder, type SwapTypedData, toSwapTypedData } from '#domain/api/typed-data'
import { type Address, amount, evm, type Hex, hex, seconds } from '#domain/units'
import { encodeOrderCall, type OrderCall } from '#encoding/order/call'
import { packLegs } from '#encoding/swap/router-call'
import { createLeg, deadline, encodeCall, ether, type Rig } from './rig.ts'

export const seller = new Wallet(`0x${'5e11e7'.padStart(64, '0')}`)
export const sellerAddress: Address = evm(seller.address.toLowerCase())
export const [swapFee, affiliateFee] = [ether / 50n, ether / 100n]

/** Funds the seller like the rig's user. */
export async function fund(rig: Rig, owner: Address = sellerAddress): Promise<void> {
  await rig.chain.rpc('anvil_impersonateAccount', owner)
  await rig.chain.rpc('anvil_setBalance', owner, '0x56bc75e2d63100000')
  for (const token of [rig.tokens.a, rig.tokens.b]) {
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [owner, 1000n * ether]) })
    await rig.send({ from: owner, to: token, data: encodeCall('approve', [rig.router, 2n ** 256n - 1n]) })
  }
}

/** An order over one ether of `a` for `b`, with both fees. */
export function typedData(rig: Rig, over: Partial<SwapOrder> = {}): SwapTypedData {
  return toSwapTypedData({
    chainId: 31337,
    router: rig.router,
    sender: sellerAddress,
    recipient: rig.receiver,
    fromAsset: rig.tokens.a,
    toAsset: rig.tokens.b,
    deadline: seconds(deadline),
    amountOutMin: amount(1n),
    sellAmount: amount(ether),
    swapFee: amount(swapFee),
    affiliate: { address: rig.affiliate, fee: amount(affiliateFee) },
    nonce: 7n,
    ...over,
  })
}

/** Signed by an independent implementation. */
export const signOrder = async ({ domain, types, message }: SwapTypedData): Promise<Hex> =>
  hex(await seller.signTypedData(domain, { Swap: [...types.Swap] }, message))

/** A route that sells the `a` of `data` for its `toAsset` over one v2 pool. */
export function encodeRoute(rig: Rig, { message }: SwapTypedData): Hex {
  const { a, w } = rig.tokens
  const pool = message.toAsset === rig.tokens.b ? rig.pools.ab2 : rig.pools.aw2
  return packLegs({ tokenIn: a, tokenOut: evm(message.toAsset), wrapped: w }, [createLeg(pool, a)])
}

export async function encodeOrder(rig: Rig, data: SwapTypedData, over: Partial<OrderCall> = {}): Promise<Hex> {
  return encodeOrderCall({
    order: data.message,
    signature: await signOrder(data),
    route: encodeRoute(rig, data),
    ...over,
  })
}

const permitToken = new Interface(['function nonces(address) view returns (uint256)'])

/** Signs an approval for the router on a `PermitToken`. */
export async function signPermit(
  rig: Rig,
  token: Address,
  asked: { style: 'eip-2612' | 'dai'; until?: number; value?: bigint },
): Promise<{ nonce: bigint; signature: Hex }> {
  const nonce = BigInt(
    await rig.simulate({
      from: rig.user,
      to: token,
      data: permitToken.encodeFunctionData('nonces', [sellerAddress]),
    }),
  )
  const domain = { name: 'Permit Token', version: '1', chainId: 31337, verifyingContract: token }
  const fields = (...pairs: string[]) => pairs.map((pair) => pair.split(' ')).map(([type, name]) => ({ type, name }))
  const until = asked.until ?? deadline
  const types =
    asked.style === 'dai'
      ? fields('address holder', 'address spender', 'uint256 nonce', 'uint256 expiry', 'bool allowed')
      : fields('address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline')
  const message =
    asked.style === 'dai'
      ? { holder: sellerAddress, spender: rig.router, nonce, expiry: until, allowed: true }
      : { owner: sellerAddress, spender: rig.router, value: asked.value ?? ether, nonce, deadline: until }
  const signature = await seller.signTypedData(domain, { Permit: types as { type: string; name: string }[] }, message)
  return { nonce, signature: hex(signature) }
}
