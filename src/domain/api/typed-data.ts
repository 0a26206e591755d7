/** The EIP-712 form of a gasless order, as the HTTP API shows it and a wallet signs it. */
import { type Amount, amount, nativeToken, type Seconds } from '#domain/units'

/** The fields of `Swap`, in the order that is hashed. */
export const swapType = [
  { name: 'router', type: 'address' },
  { name: 'sender', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'fromAsset', type: 'address' },
  { name: 'toAsset', type: 'address' },
  { name: 'deadline', type: 'uint256' },
  { name: 'amountOutMin', type: 'uint256' },
  { name: 'swapFee', type: 'uint256' },
  { name: 'amountIn', type: 'uint256' },
  { name: 'affiliate', type: 'address' },
  { name: 'affiliateFee', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
] as const

/** Addresses may have any letter case: each hashes to the same. */
export interface SwapOrder {
  readonly chainId: number
  readonly router: string
  readonly sender: string
  readonly recipient: string
  readonly fromAsset: string
  readonly toAsset: string
  readonly deadline: Seconds
  readonly amountOutMin: Amount
  /** Gross: what leaves the sender, both fees included. */
  readonly sellAmount: Amount
  /** In the input token, for the relayer that submits the order. */
  readonly swapFee: Amount
  readonly affiliate: { readonly address: string; readonly fee: Amount } | undefined
  readonly nonce: bigint
}

export interface SwapTypedData {
  readonly domain: {
    readonly name: 'Swapline Router'
    readonly version: '1'
    /** A number: common signers refuse anything else. */
    readonly chainId: number
    readonly verifyingContract: string
  }
  readonly primaryType: 'Swap'
  /** Without `EIP712Domain`, which common signers add themselves. */
  readonly types: { readonly Swap: typeof swapType }
  readonly message: Readonly<Record<(typeof swapType)[number]['name'], string>>
}

/** @throws `AMOUNT_OUT_OF_RANGE` if the fees exceed the input amount. */
export function toSwapTypedData(order: SwapOrder): SwapTypedData {
  const { chainId, router, sender, recipient, fromAsset, toAsset, affiliate } = order
  const affiliateFee = affiliate?.fee ?? 0n
  const net = amount(order.sellAmount - order.swapFee - affiliateFee)
  return toOrderTypedData(chainId, router, {
    router,
    sender,
    recipient,
    fromAsset,
    toAsset,
    deadline: String(order.deadline),
    amountOutMin: String(order.amountOutMin),
    swapFee: String(order.swapFee),
    amountIn: String(net),
    affiliate: affiliate?.address ?? nativeToken,
    affiliateFee: String(affiliateFee),
    nonce: String(order.nonce),
  })
}

/** An order as its sender signs it for the router at an address. */
export const toOrderTypedData = (
  chainId: number,
  router: string,
  message: SwapTypedData['message'],
): SwapTypedData => ({
  domain: { name: 'Swapline Router', version: '1', chainId, verifyingContract: router },
  primaryType: 'Swap',
  types: { Swap: swapType },
  message,
})
