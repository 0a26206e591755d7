import type { SwapsContext } from '#app/swaps/context'
import { readOrderNonce } from '#app/trade/signed-order'
import type { Chain, ChainTransaction } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { amount, evm, seconds } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { decodeCrossCall } from '#encoding/crossing/call'
import { keccak } from '#encoding/keccak'

/**
 * The record of a transaction that calls our crossing contract; `undefined` for any other, and for one that names another's
 * account as the seller without its signature: the contract refuses that, and it is no swap of that account.
 */
export function recognizeCrossing(
  context: Pick<SwapsContext, 'uuid' | 'clock'>,
  { network }: Chain,
  { hash, from, to, data, nonce }: ChainTransaction,
): SwapRecord | undefined {
  const call = to === getCrossing(network).address ? decodeCrossCall(data) : undefined
  if (call === undefined) return undefined
  const { entry, order } = call
  if (entry === 'cross' && from !== evm(order.sender)) return undefined
  const now = context.clock.now()
  return {
    id: context.uuid(),
    status: 'pending',
    substatus: 'submitted',
    quoteId: undefined,
    network: network.name,
    chainId: network.chainId,
    from: evm(order.sender),
    to: evm(order.recipient),
    sell: evm(order.fromAsset),
    buy: evm(order.toAsset),
    sellAmount: amount(BigInt(order.amountIn) + BigInt(order.swapFee)),
    quotedOut: undefined,
    minimumOut: amount(BigInt(order.amountOutMin)),
    amountOut: undefined,
    crossing: { toChainId: Number(order.toNetwork) },
    gasless: entry !== 'cross',
    ...readOrderNonce(network, data),
    transactionHash: hash,
    payloadHash: keccak(data),
    nonce,
    deadline: seconds(Number(order.deadline)),
    mined: undefined,
    reason: undefined,
    createdAt: now,
    updatedAt: now,
    timeline: [{ stage: 'submitted', at: now, block: undefined }],
  }
}
