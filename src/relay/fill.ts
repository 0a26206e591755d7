/** The transaction that submits an order: made once, when the order is accepted, and read back before every signature. */
import { buildSignedCrossOrder } from '#app/crossing/order'
import { contractOf, readSignedOrder } from '#app/trade/signed-order'
import { toOrder } from '#domain/api/order'
import type { CrossGaslessTerms, CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { RelayDraft } from '#domain/relay/relay'
import { type Hex, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall, encodeCrossCall } from '#encoding/crossing/call'
import { computeCrossDigest } from '#encoding/crossing/digest'
import { decodeOrderCall, encodeOrderCall } from '#encoding/order/call'
import { computeOrderDigest } from '#encoding/order/digest'
import { wrappedOf } from '#encoding/swap/encode'
import { packLegs } from '#encoding/swap/router-call'

export interface SignedOrderParts {
  readonly signature: Hex
  readonly permit: Hex | undefined
}

export const orderOf = (quote: Quote) => toOrder(quote, (address) => address)

/** @throws RangeError if the quote's legs do not connect its tokens, or the router would refuse the order in any state */
export function encodeFill(quote: Quote, { signature, permit }: SignedOrderParts): Hex {
  const { sell: tokenIn, buy: tokenOut } = quote.request
  const ends = { tokenIn, tokenOut, wrapped: wrappedOf(quote) }
  const data = encodeOrderCall({
    ...{ order: orderOf(quote).message, signature, permit },
    route: packLegs(ends, quote.route.legs),
  })
  const { domain, message } = orderOf(quote)
  const read = decodeOrderCall(data)
  if (
    read === undefined ||
    computeOrderDigest({ domain, message: read.order }) !== computeOrderDigest({ domain, message })
  )
    throw fail('INTERNAL', { reason: 'an order does not read back as it was quoted' })
  return data
}

/** The same of a crossing. @throws RangeError if the crossing contract would refuse the order in any state */
export function encodeCrossFill(
  quote: CrossQuote,
  terms: CrossGaslessTerms,
  { signature, permit }: SignedOrderParts,
): Hex {
  const { domain, message } = buildSignedCrossOrder(quote, terms)
  const { route, arrival } = quote.calls
  const entry = terms.by === 'permit2' ? 'crossPermit2' : 'crossOrder'
  const data = encodeCrossCall({ entry, order: message, signature, permit, route, there: arrival })
  const read = decodeCrossCall(data)
  const isQuoted =
    read?.entry === entry &&
    read.signature === signature &&
    read.permit === permit &&
    read.route === route &&
    computeCrossDigest({ domain, message: read.order }) === computeCrossDigest({ domain, message })
  if (!isQuoted) throw fail('INTERNAL', { reason: 'an order does not read back as it was quoted' })
  return data
}

export const toFillCall = (
  network: Network,
  { relayer, data }: Pick<RelayDraft, 'relayer' | 'data'>,
): Pick<Payload, 'from' | 'to' | 'data' | 'value'> => ({
  from: relayer,
  to: contractOf(network, data),
  data,
  value: wei(0n),
})

/** Before each signature: the stored bytes are an order of its owner for a contract of ours, and nothing else. */
export function requireOwnFill(network: Network, relay: RelayDraft): void {
  const read = readSignedOrder(network, relay.data)
  const isOwn =
    read !== undefined &&
    read.router === getRouter(network).address &&
    read.sender === relay.owner &&
    read.signature === relay.signature &&
    read.swapFee === relay.swapFee &&
    read.deadline >= relay.deadline &&
    network.chainId === relay.chainId
  if (!isOwn) throw fail('INTERNAL', { reason: `the stored order ${relay.id} is not that of its owner` })
}
