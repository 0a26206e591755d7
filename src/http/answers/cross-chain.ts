/** Swaps between networks are not supported yet: requests for them are fully validated and then refused. */
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import { requestLimits, requireLiveQuote } from '#domain/quotes/quote'
import type { RouteContext } from '#http/context'
import { readList } from '#http/parameters/list'
import { findListing } from '#http/parameters/network'
import type { Parse } from '#http/parameters/parsed'
import type { QuoteRules } from '#http/parameters/quote'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader, type RawParameters, type Reader } from '#http/parameters/reader'
import { evmAddress, fractionUpTo, positiveAmount, shortText, svmAddress, trueOrFalse } from '#http/parameters/values'
import type { ApiRequest, ApiResponse } from '#http/route'

/** Clients send these by number or by name. */
const bridges = ['wormhole', 'stargate', 'celer', 'cctp', 'symbiosis']
const bridgeWords = new Set([...bridges, ...bridges.map((_, i) => String(i))])

/** A quote is on one network, so it has nothing on another one. @throws for every request */
export async function refuseCrossChain({ service, clock }: RouteContext, { query }: ApiRequest): Promise<ApiResponse> {
  const reader = createReader(query)
  reader.optional(['estimateGas'], trueOrFalse)
  reader.check()
  requireLiveQuote(await service.getQuote(readQuoteId(query)), clock.now())
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
}

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID` */
export function checkCrossChainRequest(rules: QuoteRules, given: RawParameters): void {
  const reader = createReader(given)
  const from = reader.required(['fromNetwork', 'fromNetworkName', 'network'], shortText(50))
  const to = reader.required(['toNetwork', 'toNetworkName'], shortText(50))
  readAmounts(reader)
  for (const name of readList(given, reader, 'bridgeTypes'))
    if (!bridgeWords.has(name)) reader.addProblem('bridgeTypes', 'not_valid', `must be among ${bridges.join(', ')}`)
  readList(given, reader, 'liquiditySources')
  reader.check()

  const ends = [findListing(from()), findListing(to())] as const
  readAddresses(rules, createReader(given), ends)
}

function readAmounts(reader: Reader): void {
  reader.required(['sellAmount', 'amount'], positiveAmount)
  const slippage = fractionUpTo(requestLimits.slippagePpm)
  const parts = [reader.optional(['slippageIn'], slippage), reader.optional(['slippageOut'], slippage)]
  if (parts.some((part) => part() !== undefined)) reader.optional(['slippage'], slippage)
  else reader.required(['slippage'], slippage)
  reader.optional(['affiliateFee', 'affiliateFeeInPercentage'], fractionUpTo(requestLimits.affiliateFeePpm))
  reader.optional(['enableRFQ'], trueOrFalse)
}

function readAddresses(rules: QuoteRules, reader: Reader, [from, to]: readonly [NetworkListing, NetworkListing]): void {
  const address = ({ family }: NetworkListing): Parse<string> =>
    family === 'svm' ? svmAddress : evmAddress(rules.checksum)
  const unlessLenient = rules.lenient ? reader.optional : reader.required
  reader.required(['fromTokenAddress'], address(from))
  reader.required(['toTokenAddress'], address(to))
  unlessLenient(['fromAddress'], address(from))
  unlessLenient(['toAddress'], address(to))
  unlessLenient(['gasless'], trueOrFalse)
  reader.optional(['affiliateAddress'], address(from))
  reader.check()
}
