/** The parameters of a quote in the newer and older spelling, which clients mix. */
import type { Checksum } from '#domain/api/plain'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import {
  type AnyQuoteRequest,
  defaultLimits,
  placeholderSender,
  type QuoteRequest,
  requestLimits,
} from '#domain/quotes/quote'
import { objectives } from '#domain/quotes/route'
import { refuseNetwork } from '#domain/require-entry'
import { type Address, type Amount, nativeToken, type Ppm, wei } from '#domain/units'
import { readList } from './list.ts'
import { findListing, findNetworkByTokens, findServedNetwork, type ServedNetworks } from './network.ts'
import { createReader, type LazyValue, type RawParameters, type Reader, textsOf } from './reader.ts'
import { evmAddress, fractionUpTo, oneOf, positiveAmount, svmAddress, trueOrFalse, wholeNumber } from './values.ts'

export interface QuoteRules {
  readonly served: ServedNetworks
  /** `fromAddress`, `toAddress` and `gasless` may be absent, as some clients omit them. */
  readonly lenient: boolean
  readonly checksum: Checksum
}

/** The quote request, and options beyond the quote itself. */
export interface QuoteParameters {
  readonly request: AnyQuoteRequest
  /** Refuses a quote with a larger impact. */
  readonly maxPriceImpact: Ppm | undefined
  readonly warnings: readonly string[]
}

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`. */
export function readQuoteParameters(rules: QuoteRules, given: RawParameters): QuoteParameters {
  const reader = createReader(given)
  const named = readNetwork(given, reader)
  if (named?.family === 'svm') throw svmFailure(rules, given, named)

  const trade = readTrade(rules, reader)
  const finer = readOptions(given, reader, rules)
  const affiliate = readAffiliate(rules, reader)
  reader.check()

  const network =
    named === undefined
      ? findNetworkByTokens(rules.served, [trade.sell(), trade.buy()])
      : findServedNetwork(rules.served, named)
  if (network === undefined) throw networkMissingFailure()
  const from = trade.from() ?? placeholderSender
  return {
    request: {
      network: network.name,
      sell: trade.sell(),
      buy: trade.buy(),
      ...trade.amount(),
      slippage: trade.slippage(),
      from,
      to: trade.to() ?? from,
      affiliate: affiliate(),
      ...(trade.gasless() === true ? { gasless: true } : {}),
      ...finer.request(),
    },
    maxPriceImpact: finer.maxPriceImpact(),
    warnings: [
      ...(finer.enableRFQ() === true ? ['enableRFQ: there are no offers of market makers here'] : []),
      ...(trade.gasless() === true ? ['gasless=true is deprecated by the interface, and still works'] : []),
    ],
  }
}

/** @throws `NETWORK_NOT_VALID` */
function readNetwork(given: RawParameters, reader: Reader): NetworkListing | undefined {
  const names = [...new Set(textsOf(given['network']))]
  if (names.length > 1) reader.addProblem('network', 'differs', 'is given twice with different values')
  const [name] = names
  return name === undefined ? undefined : findListing(name)
}

const networkMissingFailure = () =>
  fail('VALIDATION_FAILED', {
    reason: 'missing network: its tokens do not tell which one is meant',
    fields: [{ field: 'network', reason: 'missing' }],
  })

function readTrade({ lenient, checksum }: QuoteRules, reader: Reader) {
  const address = evmAddress(checksum)
  const unlessLenient = lenient ? reader.optional : reader.required
  return {
    sell: reader.required(['fromTokenAddress'], address),
    buy: reader.required(['toTokenAddress'], address),
    amount: readAmount(reader),
    slippage: reader.required(['slippage'], fractionUpTo(requestLimits.slippagePpm)),
    from: unlessLenient<Address>(['fromAddress'], address),
    to: unlessLenient<Address>(['toAddress'], address),
    gasless: unlessLenient<boolean>(['gasless'], trueOrFalse),
  }
}

/** The input or the output amount: exactly one of them. */
function readAmount(reader: Reader): LazyValue<{ readonly sellAmount: Amount } | { readonly buyAmount: Amount }> {
  const buyAmount = reader.optional(['buyAmount'], positiveAmount)()
  if (buyAmount === undefined) {
    const sellAmount = reader.required(['sellAmount', 'amount'], positiveAmount)
    return () => ({ sellAmount: sellAmount() })
  }
  if (reader.optional(['sellAmount', 'amount'], positiveAmount)() !== undefined)
    reader.addProblem('buyAmount', 'differs', 'replaces sellAmount: send only one of them')
  return () => ({ buyAmount })
}

const feeSpellings = ['affiliateFee', 'affiliateFeeInPercentage'] as const

/** A zero fee needs no affiliate. */
function readAffiliate({ checksum }: QuoteRules, reader: Reader): LazyValue<QuoteRequest['affiliate']> {
  const address = reader.optional(['affiliateAddress'], evmAddress(checksum))()
  const fee = reader.optional(feeSpellings, fractionUpTo(requestLimits.affiliateFeePpm))()
  if (address !== undefined && !reader.isGiven(feeSpellings))
    reader.addProblem('affiliateFee', 'missing', 'is missing: affiliateAddress needs it')
  if (fee !== undefined && fee > 0) {
    if (!reader.isGiven(['affiliateAddress']))
      reader.addProblem('affiliateAddress', 'missing', 'is missing: affiliateFee needs it')
    if (address === nativeToken) reader.addProblem('affiliateAddress', 'not_valid', 'must not be the zero address')
  }
  return () => (address === undefined || fee === undefined || fee === 0 ? undefined : { address, fee })
}

function readOptions(given: RawParameters, reader: Reader, { checksum }: QuoteRules) {
  const maxHops = reader.optional(['maxHops'], wholeNumber(1, requestLimits.maxHops))
  const maxSplits = reader.optional(['maxSplits'], wholeNumber(1, requestLimits.maxSplits))
  const maxLegs = reader.optional(['maxLegs'], wholeNumber(1, requestLimits.maxLegs))
  const gasPrice = reader.optional(['gasPrice'], positiveAmount)
  const include = readList(given, reader, 'liquiditySources')
  const exclude = [
    ...readList(given, reader, 'excludeSources'),
    ...readList(given, reader, 'excludePools').map((pool) => {
      const parsed = evmAddress(checksum)(pool)
      if (!parsed.ok) reader.addProblem('excludePools', 'not_valid', 'must be addresses of pools')
      return pool
    }),
  ]
  const optimizeFor = reader.optional(['optimizeFor'], oneOf(objectives))
  return {
    maxPriceImpact: reader.optional(['maxPriceImpact'], fractionUpTo(1_000_000)),
    enableRFQ: reader.optional(['enableRFQ'], trueOrFalse),
    request: () => {
      const price = gasPrice()
      return {
        maxHops: maxHops() ?? defaultLimits.maxHops,
        maxSplits: maxSplits() ?? defaultLimits.maxSplits,
        maxLegs: maxLegs() ?? defaultLimits.maxLegs,
        include,
        exclude,
        gasPrice: price === undefined ? undefined : wei(price),
        optimizeFor: optimizeFor() ?? 'netOutput',
      }
    },
  }
}

/** The failure for a network without EVM, after the whole request was validated. */
function svmFailure({ lenient }: QuoteRules, given: RawParameters, listing: NetworkListing) {
  const reader = createReader(given)
  const unlessLenient = lenient ? reader.optional : reader.required
  reader.required(['fromTokenAddress'], svmAddress)
  reader.required(['toTokenAddress'], svmAddress)
  reader.required(['sellAmount', 'amount'], positiveAmount)
  reader.required(['slippage'], fractionUpTo(requestLimits.slippagePpm))
  unlessLenient(['fromAddress'], svmAddress)
  unlessLenient(['toAddress'], svmAddress)
  unlessLenient(['gasless'], trueOrFalse)
  reader.check()
  return refuseNetwork(listing)
}
