import { computeAffiliateFee } from '#app/quoting/affiliate'
import type { SwapsContext } from '#app/swaps/context'
import { recognizeCrossing } from '#app/swaps/recognize-crossing'
import { callsOurRouter, readRouterSwap } from '#app/trade/explain/router-swap'
import { readOrderNonce } from '#app/trade/signed-order'
import type { Chain, ChainTransaction } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { QuotedUsd, SwapRecord } from '#domain/service/swap-record'
import type { Address, Hex } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { keccak } from '#encoding/keccak'

/** Whether a transaction may be one that {@link recognizeSwap} knows. */
export const callsOurContracts = (network: Network, transaction: Pick<ChainTransaction, 'to'>): boolean =>
  callsOurRouter(network, transaction) || transaction.to === getCrossing(network).address

/**
 * The record of a transaction that calls our router or our crossing contract; `undefined` for any other. The traded tokens and amounts come from
 * its calldata; the calldata's hash leads to the quote if it was made here.
 */
export async function recognizeSwap(
  context: SwapsContext,
  chain: Chain,
  transaction: ChainTransaction,
): Promise<SwapRecord | undefined> {
  const { network } = chain
  const crossing = recognizeCrossing(context, chain, transaction)
  if (crossing !== undefined) return crossing
  const swap = readRouterSwap(network, transaction)
  if (swap === undefined) return undefined
  const { read, seller: from } = swap
  const { call } = read
  const payloadHash = keccak(transaction.data)
  const quote = await findQuote(context, { payloadHash, from, chain })
  const now = context.clock.now()
  return {
    id: context.uuid(),
    status: 'pending',
    substatus: 'submitted',
    quoteId: quote?.id,
    network: network.name,
    chainId: network.chainId,
    from,
    to: call.recipient,
    sell: call.tokenIn,
    buy: call.tokenOut,
    sellAmount: call.amountIn,
    quotedOut: quote?.route.amountOut,
    minimumOut: call.minimumOut,
    amountOut: undefined,
    ...(call.affiliate === undefined ? {} : { affiliateFee: computeAffiliateFee(call.amountIn, call.affiliate) }),
    ...(quote === undefined ? {} : { quotedUsd: toQuotedUsd(quote) }),
    gasless: read.entry === 'order',
    ...readOrderNonce(network, transaction.data),
    transactionHash: transaction.hash,
    payloadHash,
    nonce: transaction.nonce,
    deadline: call.deadline,
    mined: undefined,
    reason: undefined,
    createdAt: now,
    updatedAt: now,
    timeline: [{ stage: 'submitted', at: now, block: undefined }],
  }
}

const toQuotedUsd = ({ usd, sell }: Quote): QuotedUsd => ({
  native: usd.native,
  sell: usd.sell,
  sellDecimals: sell.decimals,
})

interface PayloadQuery {
  readonly payloadHash: Hex
  readonly from: Address
  readonly chain: Chain
}

/** Two quotes can have the same payload; a quote of another account or network does not match. */
async function findQuote(
  { quotes }: SwapsContext,
  { payloadHash, from, chain }: PayloadQuery,
): Promise<Quote | undefined> {
  const found = await quotes.findByPayload(payloadHash)
  return found.find(
    ({ quote: { chainId, request } }) =>
      chainId === chain.network.chainId && (request.from === from || isPlaceholderAddress(request.from)),
  )?.quote
}
