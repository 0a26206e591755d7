/** Swaps between networks are not there yet: requests for them are looked at in full and then refused. */
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import { limits, liveQuote } from '#domain/quote'
import type { RouteContext } from './context.ts'
import { readList } from './parameters/list.ts'
import { listingOf } from './parameters/network.ts'
import type { Parse } from './parameters/parsed.ts'
import type { QuoteRules } from './parameters/quote.ts'
import { quoteIdOf } from './parameters/quote-id.ts'
import { createReader, type Given, type Reader } from './parameters/reader.ts'
import { evmAddress, fractionUpTo, positiveAmount, shortText, svmAddress, trueOrFalse } from './parameters/values.ts'
import type { Answer, Asked } from './route.ts'

/** By the numbers and the names that clients send. */
const bridges = ['wormhole', 'stargate', 'celer', 'cctp', 'symbiosis']
const bridgeWords = new Set([...bridges, ...bridges.map((_, i) => String(i))])

/** A quote of ours is on one network, so it has nothing on another one. @throws whatever it is asked. */
export async function noOtherChain({ service, clock }: RouteContext, { query }: Asked): Promise<Answer> {
  const reader = createReader(query)
  reader.optional(['estimateGas'], trueOrFalse)
  reader.check()
  liveQuote(await service.stored(quoteIdOf(query)), clock.now())
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
}

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID` */
export function checkCrossChainWish(rules: QuoteRules, given: Given): void {
  const reader = createReader(given)
  const from = reader.required(['fromNetwork', 'fromNetworkName', 'network'], shortText(50))
  const to = reader.required(['toNetwork', 'toNetworkName'], shortText(50))
  readAmounts(reader)
  for (const name of readList(given, reader, 'bridgeTypes'))
    if (!bridgeWords.has(name)) reader.wrong('bridgeTypes', 'not_valid', `must be among ${bridges.join(', ')}`)
  readList(given, reader, 'liquiditySources')
  reader.check()

  const ends = [listingOf(from()), listingOf(to())] as const
  readAddresses(rules, createReader(given), ends)
}

function readAmounts(reader: Reader): void {
  reader.required(['sellAmount', 'amount'], positiveAmount)
  const slippage = fractionUpTo(limits.slippagePpm)
  const parts = [reader.optional(['slippageIn'], slippage), reader.optional(['slippageOut'], slippage)]
  if (parts.some((part) => part() !== undefined)) reader.optional(['slippage'], slippage)
  else reader.required(['slippage'], slippage)
  reader.optional(['affiliateFee', 'affiliateFeeInPercentage'], fractionUpTo(limits.affiliateFeePpm))
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
