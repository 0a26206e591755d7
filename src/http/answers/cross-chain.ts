/** Swaps to another network: their parameters, their quotes and the routes of both sides. */
import { toApiDistribution } from '#domain/api/distribution'
import { type CrossQuoteRequest, getCrossQuoteState, type StoredCrossQuote } from '#domain/crossing/cross-quote'
import { fail, isFailure } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import { defaultLimits, placeholderSender, requestLimits } from '#domain/quotes/quote'
import { requireEntry } from '#domain/require-entry'
import { type Address, evm, type Ppm, ppm } from '#domain/units'
import type { RouteContext } from '#http/context'
import { readList } from '#http/parameters/list'
import { findListing, findServedNetwork } from '#http/parameters/network'
import type { Parse } from '#http/parameters/parsed'
import type { QuoteRules } from '#http/parameters/quote'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader, type RawParameters, type Reader } from '#http/parameters/reader'
import { evmAddress, fractionUpTo, positiveAmount, shortText, svmAddress, trueOrFalse } from '#http/parameters/values'
import { type ApiRequest, type ApiResponse, toJsonResponse } from '#http/route'
import { rulesOf } from './request-quote.ts'

/** Clients send these by number or by name; across has no number. */
const bridges = ['wormhole', 'stargate', 'celer', 'cctp', 'symbiosis', 'across']
const numbered = bridges.slice(0, -1)

/** The request, and what is said of it besides its quote. */
export interface CrossParameters {
  readonly request: CrossQuoteRequest
  readonly warnings: readonly string[]
}

/**
 * @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, `CROSS_CHAIN_NOT_AVAILABLE` without a bridge between the networks or
 *   for what no crossing has, `NETWORK_NOT_SERVED`
 */
export function readCrossRequest(context: RouteContext, given: RawParameters): CrossParameters {
  const rules = rulesOf(context)
  const reader = createReader(given)
  const from = reader.required(['fromNetwork', 'fromNetworkName', 'network'], shortText(50))
  const to = reader.required(['toNetwork', 'toNetworkName'], shortText(50))
  const sellAmount = reader.required(['sellAmount', 'amount'], positiveAmount)
  const slippage = readSlippage(reader)
  const affiliateFee = reader.optional(
    ['affiliateFee', 'affiliateFeeInPercentage'],
    fractionUpTo(requestLimits.affiliateFeePpm),
  )
  const enableRfq = reader.optional(['enableRFQ'], trueOrFalse)
  const named = readBridges(given, reader)
  const sources = readList(given, reader, 'liquiditySources')
  reader.check()

  const ends = [findListing(from()), findListing(to())] as const
  const addresses = readAddresses(rules, createReader(given), ends)
  const [network, toNetwork] = ends.map(requireEvm) as [Network, Network]
  requirePlain({ affiliateFee: affiliateFee(), sources })
  context.crossing.requireRoutes(network.name, toNetwork.name, named)
  for (const listing of ends) findServedNetwork(rules.served, listing)
  const { gasless, ...trade } = addresses
  return {
    request: {
      network: network.name,
      toNetwork: toNetwork.name,
      ...trade,
      sellAmount: sellAmount(),
      ...slippage(),
      bridges: named,
      ...defaultLimits,
      ...(gasless ? { gasless: true } : {}),
    },
    warnings: [
      ...(enableRfq() === true ? ['enableRFQ: there are no offers of market makers here'] : []),
      ...(gasless ? ['gasless=true is deprecated by the interface, and still works'] : []),
    ],
  }
}

/** `slippage` is that of both swaps, unless one of them has its own. */
function readSlippage(reader: Reader) {
  const parse = fractionUpTo(requestLimits.slippagePpm)
  const [slippageIn, slippageOut] = [reader.optional(['slippageIn'], parse), reader.optional(['slippageOut'], parse)]
  const isSplit = slippageIn() !== undefined || slippageOut() !== undefined
  const both = isSplit ? reader.optional(['slippage'], parse) : reader.required(['slippage'], parse)
  return (): { readonly slippage: Ppm; readonly slippageIn: Ppm } => {
    const [here, there] = [slippageIn() ?? both() ?? 0, slippageOut() ?? both() ?? 0]
    const total = Math.min(requestLimits.slippagePpm, here + there - Math.floor((here * there) / 1_000_000))
    return { slippage: ppm(total), slippageIn: ppm(here) }
  }
}

function readBridges(given: RawParameters, reader: Reader): readonly string[] {
  return readList(given, reader, 'bridgeTypes').map((word) => {
    const name = /^\d$/.test(word) ? numbered[Number(word)] : word
    if (name !== undefined && bridges.includes(name)) return name
    reader.addProblem('bridgeTypes', 'not_valid', `must be among ${bridges.join(', ')}`)
    return word
  })
}

function readAddresses(rules: QuoteRules, reader: Reader, [from, to]: readonly [NetworkListing, NetworkListing]) {
  const address = ({ family }: NetworkListing): Parse<string> =>
    family === 'svm' ? svmAddress : evmAddress(rules.checksum)
  const unlessLenient = rules.lenient ? reader.optional : reader.required
  const sell = reader.required(['fromTokenAddress'], address(from))
  const buy = reader.required(['toTokenAddress'], address(to))
  const sender = unlessLenient<string>(['fromAddress'], address(from))
  const recipient = unlessLenient<string>(['toAddress'], address(to))
  const gasless = unlessLenient<boolean>(['gasless'], trueOrFalse)
  reader.optional(['affiliateAddress'], address(from))
  reader.check()
  // of a network without EVM nothing is read: it is refused next
  const toEvm = (text: string): Address => (/^0x/.test(text) ? evm(text) : placeholderSender)
  const own = toEvm(sender() ?? placeholderSender)
  return {
    sell: toEvm(sell()),
    buy: toEvm(buy()),
    from: own,
    to: toEvm(recipient() ?? own),
    gasless: gasless() ?? false,
  }
}

function requireEvm(listing: NetworkListing): Network {
  if (listing.family === 'svm')
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: `No bridge of this service leads to ${listing.name}.` })
  return requireEntry(listing)
}

interface PlainTerms {
  readonly affiliateFee: Ppm | undefined
  readonly sources: readonly string[]
}

/** @throws `CROSS_CHAIN_NOT_AVAILABLE` for what no crossing has */
function requirePlain({ affiliateFee, sources }: PlainTerms): void {
  const given = [
    ...(affiliateFee === undefined || affiliateFee === 0 ? [] : ['affiliateFee']),
    ...(sources.length === 0 ? [] : ['liquiditySources']),
  ]
  if (given.length > 0)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: `A swap to another network has no ${given.join(', ')} here.` })
}

/** @throws `QUOTE_NOT_FOUND`; `CROSS_CHAIN_NOT_AVAILABLE` for a quote on one network */
export async function findCrossQuote(
  { crossing, service }: Pick<RouteContext, 'crossing' | 'service'>,
  id: string,
): Promise<StoredCrossQuote> {
  const found = await crossing.findQuote(id)
  if (found !== undefined) return found
  await service.getQuote(id)
  throw oneNetworkRefusal()
}

export const oneNetworkRefusal = () =>
  fail('CROSS_CHAIN_NOT_AVAILABLE', {
    reason: 'This quote is of one network: ask for it without «-in» and «-out».',
  })

/** The route of one side, in the crossing's own state. @throws as {@link findCrossQuote}; if nothing is swapped there */
export async function answerDistribution(
  context: RouteContext,
  { query }: ApiRequest,
  side: 'source' | 'destination',
): Promise<ApiResponse> {
  const stored = await findCrossQuote(context, readQuoteId(query))
  const { quote } = stored
  const leg = side === 'source' ? quote.legIn : quote.legOut
  const state = getCrossQuoteState(stored, context.clock.now())
  if (leg !== undefined)
    return toJsonResponse({ ...toApiDistribution(leg, state, context.checksum), quoteId: quote.id })
  return toJsonResponse(toEmptyDistribution(stored, side, state, context))
}

/** The bridge's own token is sold or bought: nothing is swapped on that side. */
function toEmptyDistribution(
  { quote: { id, request, bridge } }: StoredCrossQuote,
  side: 'source' | 'destination',
  state: string,
  { checksum }: Pick<RouteContext, 'checksum'>,
) {
  const [token, amount] = side === 'source' ? [bridge.asset, bridge.deposited] : [bridge.toAsset, bridge.paid]
  return {
    quoteId: id,
    network: side === 'source' ? request.network : request.toNetwork,
    fromTokenAddress: checksum(token.address),
    toTokenAddress: checksum(token.address),
    amountIn: String(amount),
    amountOut: String(amount),
    priceImpact: '0',
    state,
    distributions: [],
    legs: [],
  }
}

/** Tokens that were not found are said to be of their side. */
export function withSide(error: unknown, buy: Address): unknown {
  if (!isFailure(error, 'TOKEN_UNREADABLE')) return error
  return fail('TOKEN_UNREADABLE', { ...error.details, side: error.details.address === buy ? 'to' : 'from' })
}
