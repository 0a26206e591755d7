/** The parameters of a quote, newer and older spelling, mixed as clients mix them. */
import type { Checksum } from '#domain/api/plain'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import { deadSender, limits, type QuoteQuestion, type QuoteRequest, usual } from '#domain/quote'
import { objectives } from '#domain/route'
import { type Address, type Amount, nativeToken, type Ppm, wei } from '#domain/units'
import { readList } from './list.ts'
import { listingOf, networkOfTokens, type Served, servedEntry } from './network.ts'
import { createReader, type Given, type Read, type Reader, textsOf } from './reader.ts'
import { evmAddress, fractionUpTo, oneOf, positiveAmount, svmAddress, trueOrFalse, wholeNumber } from './values.ts'

export interface QuoteRules {
  readonly served: Served
  /** `fromAddress`, `toAddress` and `gasless` may be absent, as some clients leave them out. */
  readonly lenient: boolean
  readonly checksum: Checksum
}

/** What is asked, and what is asked besides the quote itself. */
export interface QuoteWish {
  readonly request: QuoteQuestion
  /** Refuse a worse quote. */
  readonly maxPriceImpact: Ppm | undefined
  readonly warnings: readonly string[]
}

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`, `GASLESS_NOT_AVAILABLE`. */
export function quoteWish(rules: QuoteRules, given: Given): QuoteWish {
  const reader = createReader(given)
  const named = namedNetwork(given, reader)
  if (named?.family === 'svm') throw svmFailure(rules, given, named)

  const trade = tradeOf(rules, reader)
  const finer = finerWishes(given, reader, rules)
  const affiliate = affiliateOf(rules, reader)
  reader.check()

  const network =
    named === undefined ? networkOfTokens(rules.served, [trade.sell(), trade.buy()]) : servedEntry(rules.served, named)
  if (network === undefined) throw networkMissing()
  if (trade.gasless() === true) throw fail('GASLESS_NOT_AVAILABLE', {})
  const from = trade.from() ?? deadSender
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
      ...finer.request(),
    },
    maxPriceImpact: finer.maxPriceImpact(),
    warnings: finer.enableRFQ() === true ? ['enableRFQ: there are no offers of market makers here'] : [],
  }
}

/** @throws `NETWORK_NOT_VALID` */
function namedNetwork(given: Given, reader: Reader): NetworkListing | undefined {
  const names = [...new Set(textsOf(given['network']))]
  if (names.length > 1) reader.wrong('network', 'differs', 'is given twice with different values')
  const [name] = names
  return name === undefined ? undefined : listingOf(name)
}

const networkMissing = () =>
  fail('VALIDATION_FAILED', {
    reason: 'missing network: its tokens do not tell which one is meant',
    fields: [{ field: 'network', reason: 'missing' }],
  })

function tradeOf({ lenient, checksum }: QuoteRules, reader: Reader) {
  const address = evmAddress(checksum)
  const unlessLenient = lenient ? reader.optional : reader.required
  return {
    sell: reader.required(['fromTokenAddress'], address),
    buy: reader.required(['toTokenAddress'], address),
    amount: amountOf(reader),
    slippage: reader.required(['slippage'], fractionUpTo(limits.slippagePpm)),
    from: unlessLenient<Address>(['fromAddress'], address),
    to: unlessLenient<Address>(['toAddress'], address),
    gasless: unlessLenient<boolean>(['gasless'], trueOrFalse),
  }
}

/** What is sold or what is to be bought; one of them, and not both. */
function amountOf(reader: Reader): Read<{ readonly sellAmount: Amount } | { readonly buyAmount: Amount }> {
  const buyAmount = reader.optional(['buyAmount'], positiveAmount)()
  if (buyAmount === undefined) {
    const sellAmount = reader.required(['sellAmount', 'amount'], positiveAmount)
    return () => ({ sellAmount: sellAmount() })
  }
  if (reader.optional(['sellAmount', 'amount'], positiveAmount)() !== undefined)
    reader.wrong('buyAmount', 'differs', 'is sent instead of sellAmount, not beside it')
  return () => ({ buyAmount })
}

const feeSpellings = ['affiliateFee', 'affiliateFeeInPercentage'] as const

/** A fee of nothing needs nobody to pay it to. */
function affiliateOf({ checksum }: QuoteRules, reader: Reader): Read<QuoteRequest['affiliate']> {
  const address = reader.optional(['affiliateAddress'], evmAddress(checksum))()
  const fee = reader.optional(feeSpellings, fractionUpTo(limits.affiliateFeePpm))()
  if (address !== undefined && !reader.isGiven(feeSpellings))
    reader.wrong('affiliateFee', 'missing', 'is missing beside affiliateAddress')
  if (fee !== undefined && fee > 0) {
    if (!reader.isGiven(['affiliateAddress']))
      reader.wrong('affiliateAddress', 'missing', 'is missing beside affiliateFee')
    if (address === nativeToken) reader.wrong('affiliateAddress', 'not_valid', 'must not be the zero address')
  }
  return () => (address === undefined || fee === undefined || fee === 0 ? undefined : { address, fee })
}

function finerWishes(given: Given, reader: Reader, { checksum }: QuoteRules) {
  const maxHops = reader.optional(['maxHops'], wholeNumber(1, limits.maxHops))
  const maxSplits = reader.optional(['maxSplits'], wholeNumber(1, limits.maxSplits))
  const maxLegs = reader.optional(['maxLegs'], wholeNumber(1, limits.maxLegs))
  const gasPrice = reader.optional(['gasPrice'], positiveAmount)
  const include = readList(given, reader, 'liquiditySources')
  const exclude = [
    ...readList(given, reader, 'excludeSources'),
    ...readList(given, reader, 'excludePools').map((pool) => {
      const parsed = evmAddress(checksum)(pool)
      if (!parsed.ok) reader.wrong('excludePools', 'not_valid', 'must be addresses of pools')
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
        maxHops: maxHops() ?? usual.maxHops,
        maxSplits: maxSplits() ?? usual.maxSplits,
        maxLegs: maxLegs() ?? usual.maxLegs,
        include,
        exclude,
        gasPrice: price === undefined ? undefined : wei(price),
        optimizeFor: optimizeFor() ?? 'netOutput',
      }
    },
  }
}

/** What a request for a network without EVM gets, once all of it was looked at. */
function svmFailure({ lenient }: QuoteRules, given: Given, { name }: NetworkListing) {
  const reader = createReader(given)
  const unlessLenient = lenient ? reader.optional : reader.required
  reader.required(['fromTokenAddress'], svmAddress)
  reader.required(['toTokenAddress'], svmAddress)
  reader.required(['sellAmount', 'amount'], positiveAmount)
  reader.required(['slippage'], fractionUpTo(limits.slippagePpm))
  unlessLenient(['fromAddress'], svmAddress)
  unlessLenient(['toAddress'], svmAddress)
  unlessLenient(['gasless'], trueOrFalse)
  reader.check()
  return fail('NETWORK_NOT_SUPPORTED', { name })
}
