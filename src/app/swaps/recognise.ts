import { feeOf } from '#app/quoting/affiliate'
import type { SwapsContext } from '#app/swaps/context'
import { readRouterSwap } from '#app/trade/router-swap'
import type { Chain, ChainTransaction } from '#domain/ports'
import { meansNobody, type Quote } from '#domain/quote'
import type { QuotedUsd, SwapRecord } from '#domain/swap-record'
import type { Address, Hex } from '#domain/units'
import { keccak } from '#encoding/keccak'

/**
 * The record of a transaction that calls our router; `undefined` for any other. What it swaps stands in its own bytes;
 * the hash of those leads to the quote, where it was made here.
 */
export async function recognise(
  context: SwapsContext,
  chain: Chain,
  transaction: ChainTransaction,
): Promise<SwapRecord | undefined> {
  const { network } = chain
  const swap = readRouterSwap(network, transaction)
  if (swap === undefined) return undefined
  const { read, seller: from } = swap
  const { call } = read
  const payloadHash = keccak(transaction.data)
  const quote = await quoteOf(context, { payloadHash, from, chain })
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
    ...(call.affiliate === undefined ? {} : { affiliateFee: feeOf(call.amountIn, call.affiliate) }),
    ...(quote === undefined ? {} : { quotedUsd: quotedUsd(quote) }),
    gasless: read.entry === 'order',
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

const quotedUsd = ({ usd, sell }: Quote): QuotedUsd => ({
  native: usd.native,
  sell: usd.sell,
  sellDecimals: sell.decimals,
})

interface Made {
  readonly payloadHash: Hex
  readonly from: Address
  readonly chain: Chain
}

/** Two quotes can have the same payload; that of another account or network is not this one's. */
async function quoteOf({ quotes }: SwapsContext, { payloadHash, from, chain }: Made): Promise<Quote | undefined> {
  const found = await quotes.byPayload(payloadHash)
  return found.find(
    ({ quote: { chainId, request } }) =>
      chainId === chain.network.chainId && (request.from === from || meansNobody(request.from)),
  )?.quote
}
