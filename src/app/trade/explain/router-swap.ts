import { readPayload } from '#app/trade/explain/read-payload'
import type { ChainTransaction, Receipt } from '#domain/chain/port'
import type { Network } from '#domain/network'
import type { DecodedPayload, RouterCall } from '#domain/payload'
import type { Address, Amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { type ReceiptQuery, readAmountOut, showsAmountOut } from '#encoding/receipt'

type RouterNetwork = Pick<Network, 'router' | 'wrapped' | 'feeToken'>

/** True if a transaction calls our router of this network, whose address follows from its code. */
export const callsOurRouter = (network: RouterNetwork, { to }: Pick<ChainTransaction, 'to'>): boolean =>
  to === getRouter(network).address

/** A swap of our router, decoded from a transaction. */
export interface RouterSwap {
  readonly read: Exclude<DecodedPayload, { entry: 'cancel' }>
  /** The seller: for an order its signer, regardless of who sent the transaction. */
  readonly seller: Address
}

/** The swap that a transaction requests from our router; `undefined` for any other transaction. */
export function readRouterSwap(
  network: RouterNetwork,
  transaction: Pick<ChainTransaction, 'from' | 'to' | 'data'>,
): RouterSwap | undefined {
  if (!callsOurRouter(network, transaction)) return undefined
  const read = readPayload(transaction.data)
  if (read === undefined || read.entry === 'cancel') return undefined
  return { read, seller: read.entry === 'order' ? read.order.sender : transaction.from }
}

/** The amount a swap brought its recipient, by the logs of its receipt; `undefined` if they do not show it. */
export const readAmountReceived = (
  network: RouterNetwork,
  receipt: Pick<Receipt, 'logs'>,
  output: SwapOutput,
): Amount | undefined => readAmountOut(receipt, toQuery(network, output))

/** As `readAmountReceived`, by all of these receipts of it: the same block does not make one endpoint's logs true. */
export function readAgreedAmount(
  network: RouterNetwork,
  receipts: readonly Pick<Receipt, 'logs'>[],
  output: SwapOutput,
): Amount | undefined {
  const shown = receipts.map((one) => readAmountReceived(network, one, output))
  return new Set(shown).size === 1 ? shown[0] : undefined
}

/** Whether a receipt's logs contain a payment of this very amount to the recipient, whatever else they contain. */
export const showsAmountReceived = (
  network: RouterNetwork,
  receipt: Pick<Receipt, 'logs'>,
  { output, paid }: { readonly output: SwapOutput; readonly paid: Amount },
): boolean => showsAmountOut(receipt, paid, toQuery(network, output))

type SwapOutput = Pick<RouterCall, 'tokenOut' | 'recipient'>

const toQuery = (network: RouterNetwork, { tokenOut, recipient }: SwapOutput): ReceiptQuery => ({
  router: getRouter(network).address,
  wrapped: network.wrapped,
  tokenOut,
  recipient,
  feeManager: network.feeToken?.manager,
})
