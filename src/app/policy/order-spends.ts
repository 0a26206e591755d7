/** Signed orders as spends: whoever has one can execute it until its deadline. */
import type { SwapTypedData } from '#domain/api/typed-data'
import type { JournalOrder } from '#domain/journal/journal'
import type { PolicySpend } from '#domain/policy/policy'
import { evm, type Hex, type NetworkName, type Seconds, seconds } from '#domain/units'
import { computeOrderDigest } from '#encoding/order/digest'

/** An order that is about to be signed: the same one, signed before, is no other spend. */
export interface SigningOrder {
  readonly digest: Hex
}

/** All that an order takes of its input token. */
export const costOf = ({ amountIn, swapFee, affiliateFee }: SwapTypedData['message']): bigint =>
  [amountIn, swapFee, affiliateFee].reduce((sum, one) => sum + BigInt(one), 0n)

export const toJournalOrder = (order: SwapTypedData, network: NetworkName, signedAt: Seconds): JournalOrder => ({
  digest: computeOrderDigest(order),
  network,
  router: evm(order.message.router),
  sender: evm(order.message.sender),
  token: evm(order.message.fromAsset),
  amount: costOf(order.message),
  nonce: BigInt(order.message.nonce),
  deadline: seconds(Number(order.message.deadline)),
  signedAt,
})

/** Each counts in full until it is void: whether it was executed makes no difference. */
export const listOrderSpends = (orders: readonly JournalOrder[], signing?: Hex): readonly PolicySpend[] =>
  orders
    .filter(({ digest }) => digest !== signing)
    .map(({ signedAt: at, network, token, amount }) => ({ at, network, token, amount }))
