/** Orders as the bytes that submit them say: for the router, or for the crossing contract. */
import { toOrderTypedData } from '#domain/api/typed-data'
import { permit2, toCrossTypedData, toPermit2TypedData } from '#domain/crossing/cross-order'
import type { Network } from '#domain/network'
import type { SwapRecord } from '#domain/service/swap-record'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, evm, type Hex } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall } from '#encoding/crossing/call'
import { decodeOrderCall, type OrderCall } from '#encoding/order/call'

/** What there is to know of an order, of either contract. */
export interface SignedOrder {
  /** That the order is submitted to. */
  readonly contract: Address
  /** Of the network that it is submitted on. */
  readonly router: Address
  /** In whose bitmap its nonce is: the contract's, or Permit2's. */
  readonly nonces: Address
  readonly sender: Address
  readonly signature: Hex
  /** What our contract of this network, or Permit2, requires to be signed. */
  readonly typedData: TypedMessage
  readonly fromAsset: Address
  /** All that leaves the sender. */
  readonly cost: bigint
  readonly swapFee: bigint
  /** The fee is a transfer of the sender's; the crossing contract takes all by one transfer and pays it on. */
  readonly paysFeeItself: boolean
  /** Who gets what on this network; `undefined` if it is another one's. */
  readonly output: { readonly tokenOut: Address; readonly recipient: Address } | undefined
  readonly nonce: bigint
  /** The last second in which it may be executed. */
  readonly deadline: number
  /** Equal for equal orders, and for no others. */
  readonly terms: string
}

/** Whether bytes submit an order of the crossing contract's. */
export const isCrossing = (data: Hex): boolean =>
  data.startsWith(crossingSelectors.crossOrder) || data.startsWith(crossingSelectors.crossPermit2)

/** The contract that an order's bytes are for. */
export const contractOf = (network: Network, data: Hex): Address =>
  (isCrossing(data) ? getCrossing(network) : getRouter(network)).address

/** `undefined` for bytes that submit no order. */
export const readSignedOrder = (network: Network, data: Hex): SignedOrder | undefined =>
  isCrossing(data) ? readCrossing(network, data) : readSwap(network, data)

/** The nonce of the order that bytes submit, as a record keeps it; nothing for bytes that submit none. */
export function readOrderNonce(network: Network, data: Hex): Pick<SwapRecord, 'order'> {
  const order = readSignedOrder(network, data)
  return order === undefined ? {} : { order: { nonces: order.nonces, nonce: order.nonce } }
}

function readSwap(network: Network, data: Hex): SignedOrder | undefined {
  const call = decodeOrderCall(data)
  return call && toSignedOrder(network, call)
}

/** Of a swap here. Its terms are those of the same order in any bytes, if its addresses are in lower case. */
export function toSignedOrder(
  network: Network,
  { order, signature }: Pick<OrderCall, 'order' | 'signature'>,
): SignedOrder {
  const { router, recipient, toAsset, amountIn, affiliateFee, swapFee } = order
  const contract = evm(router)
  return {
    ...{ ...commonOf(order), contract, nonces: contract, signature, paysFeeItself: true },
    typedData: toOrderTypedData(network.chainId, getRouter(network).address, order),
    cost: BigInt(amountIn) + BigInt(swapFee) + BigInt(affiliateFee),
    output: { tokenOut: evm(toAsset), recipient: evm(recipient) },
  }
}

function readCrossing(network: Network, data: Hex): SignedOrder | undefined {
  const { entry, order, signature } = decodeCrossCall(data) ?? {}
  if (order === undefined || signature === undefined) return undefined
  const { address: contract } = getCrossing(network)
  const typedData = toCrossTypedData(network.chainId, contract, order)
  return {
    ...{ ...commonOf(order), contract, signature, paysFeeItself: false, output: undefined },
    typedData: entry === 'crossPermit2' ? toPermit2TypedData(typedData) : typedData,
    nonces: entry === 'crossPermit2' ? permit2 : contract,
    cost: BigInt(order.amountIn) + BigInt(order.swapFee),
  }
}

type CommonFields = Readonly<Record<'router' | 'sender' | 'fromAsset' | 'swapFee' | 'nonce' | 'deadline', string>>

/** Decoded orders are equal if their texts are: addresses are in lower case, and numbers are decimals. */
const commonOf = (order: CommonFields) => ({
  router: evm(order.router),
  sender: evm(order.sender),
  fromAsset: evm(order.fromAsset),
  swapFee: BigInt(order.swapFee),
  nonce: BigInt(order.nonce),
  deadline: Number(order.deadline),
  terms: JSON.stringify(order),
})
