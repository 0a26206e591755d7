import { readPayload } from '#app/trade/read-payload'
import type { Network } from '#domain/network'
import type { ReadPayload, RouterCall } from '#domain/payload'
import type { ChainTransaction, Receipt } from '#domain/ports'
import type { Address, Amount } from '#domain/units'
import { boughtFrom } from '#encoding/receipt'
import { routerOn } from '#encoding/router'

type Ends = Pick<Network, 'router' | 'wrapped'>

/** Whether a transaction calls our router of this network: its address follows from its code. */
export const callsOurRouter = (network: Ends, { to }: Pick<ChainTransaction, 'to'>): boolean =>
  to === routerOn(network).address

/** A swap of our router by a transaction's bytes. */
export interface RouterSwap {
  readonly read: Exclude<ReadPayload, { entry: 'cancel' }>
  /** Who sells: of an order its signer, whoever brought it to the chain. */
  readonly seller: Address
}

/** The swap that a transaction asks our router for; `undefined` for any other transaction. */
export function readRouterSwap(
  network: Ends,
  transaction: Pick<ChainTransaction, 'from' | 'to' | 'data'>,
): RouterSwap | undefined {
  if (!callsOurRouter(network, transaction)) return undefined
  const read = readPayload(transaction.data)
  if (read === undefined || read.entry === 'cancel') return undefined
  return { read, seller: read.entry === 'order' ? read.order.sender : transaction.from }
}

/** What a swap brought its recipient, by the logs of its receipt; `undefined` where they do not say. */
export const amountReceived = (
  network: Ends,
  receipt: Pick<Receipt, 'logs'>,
  { tokenOut, recipient }: Pick<RouterCall, 'tokenOut' | 'recipient'>,
): Amount | undefined =>
  boughtFrom(receipt, { router: routerOn(network).address, wrapped: network.wrapped, tokenOut, recipient })
