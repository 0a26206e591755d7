import type { QuoteContext } from '#app/context'
import { createBundle } from '#app/debugging/create-bundle'
import { evaluateRecorded } from '#app/debugging/replay'
import { findRouteOnChain } from '#app/quoting/find-route-on-chain'
import { tradeAmountOf } from '#app/quoting/route-terms'
import { startStopwatch } from '#app/quoting/stopwatch'
import { type SurveyedMarket, survey } from '#app/quoting/survey'
import { formatTime } from '#domain/api/plain'
import type { Chain } from '#domain/chain/port'
import type { QuoteBundle } from '#domain/debugging/bundle'
import { fail, isFailure, type SwapError } from '#domain/errors'
import { type AnyQuoteRequest, isFromService, type Quote } from '#domain/quotes/quote'

/**
 * A bundle of a quote whose evidence is gone: its pools are read again at its block, which endpoints without history
 * have for some minutes.
 * @throws `QUOTE_STATE_GONE` if no endpoint has the states of that block, another block is in its place, or the recorded
 * route gives another amount over what was read; `BUNDLE_NOT_POSSIBLE` if a service made it; what a survey throws
 */
export async function recordQuote(context: QuoteContext, quote: Quote): Promise<QuoteBundle> {
  if (isFromService(quote)) throw refuseServiceQuote(quote)
  const request = toMadeRequest(quote)
  const market = await surveyAgain(context, quote, request)
  if (market.snapshot.block.hash !== quote.block.hash) throw stateGone(quote, 'another block is in its place')
  const { network } = await context.chain(request.network)
  const bundle = createBundle({ protocols: context.protocols, now: context.clock.now() }, network, {
    request,
    market,
    quote,
  })
  if (evaluateRecorded(context, bundle, market.snapshot) !== quote.route.amountOut)
    throw stateGone(quote, 'the endpoints state others, over which its route gives another amount')
  return bundle
}

function refuseServiceQuote({ id }: Quote): SwapError {
  const reason = 'a service made it, and its block is not known'
  const fix = ['record it where the service runs: swapline bundle create']
  return fail('BUNDLE_NOT_POSSIBLE', { what: 'Quote', id: id.slice(0, 8), reason, fix })
}

function stateGone({ id, request, block }: Quote, reason: string, cause?: SwapError): SwapError {
  const details = {
    id: id.slice(0, 8),
    network: request.network,
    block: block.number,
    blockTime: formatTime(block.time),
    head: cause !== undefined && 'head' in cause.details ? Number(cause.details.head) : undefined,
    reason,
  }
  return fail('QUOTE_STATE_GONE', details, { cause })
}

/** As it was made: a purchase has an output only. */
function toMadeRequest({ request }: Quote): AnyQuoteRequest {
  if (request.buyAmount === undefined) return request
  const { sellAmount: _, buyAmount, ...terms } = request
  return { ...terms, buyAmount }
}

async function surveyAgain(context: QuoteContext, quote: Quote, request: AnyQuoteRequest): Promise<SurveyedMarket> {
  const chain = await context.chain(request.network)
  const pinned = { ...request, block: quote.block.number, gasPrice: quote.gasPrice }
  try {
    return (await priceAt(context, chain, pinned)).seen
  } catch (error) {
    if (!isFailure(error, 'BLOCK_NOT_AVAILABLE')) throw error
    throw stateGone(quote, 'no endpoint has their states', error)
  }
}

/** The best route of a request on the chain, with the pools it was searched over; no quote is made. */
export const priceAt = (context: QuoteContext, chain: Chain, question: AnyQuoteRequest) =>
  findRouteOnChain(
    { protocols: context.protocols, watch: startStopwatch(context.clock), market: undefined },
    chain,
    { question, tradeAmount: tradeAmountOf(question) },
    (options) => survey({ chain, index: context.index, contracts: context.contracts }, question, options),
  )
