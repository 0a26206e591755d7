import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Pool } from '#domain/pools/protocol'
import type { Block } from '#domain/pools/snapshot'
import type { Effort, Objective, Route } from '#domain/quotes/route'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { formatTokenWord, type Token } from '#domain/token'
import {
  type Address,
  type Amount,
  evm,
  type Gas,
  type NetworkName,
  nativeToken,
  noBytes,
  type Ppm,
  type QuoteId,
  type Seconds,
  type Wei,
  wei,
} from '#domain/units'

/** A quote's lifetime, on every interface. */
export const quoteLifeSeconds = 300

/** Seconds after which a quote is requested again before it is signed. */
const maxQuoteAgeSeconds = 12

/**
 * By how much the clock that made a quote may be ahead of the one that reads it: `doctor` accepts 15 seconds of each. A
 * quote from further ahead was made before this clock was set back, so its age is not known.
 */
const maxClockLeadSeconds = 30

/** A sender that stands for no account: balances and allowances are not checked. */
export const placeholderSender = evm('0x000000000000000000000000000000000000dead')

/** Whether a sender or recipient is a placeholder, so that any account may take its place. */
export const isPlaceholderAddress = (address: Address): boolean =>
  address === placeholderSender || address === nativeToken

/**
 * Whether a service made the quote, so that its pools are not verified: the interface does not return a block's hash.
 */
export const isFromService = ({ block }: Pick<Quote, 'block'>): boolean => block.hash === noBytes

/** The limits of a request, the same on every interface. */
export const requestLimits = {
  maxHops: 5,
  maxSplits: 20,
  maxLegs: 64,
  slippagePpm: 500_000,
  affiliateFeePpm: 100_000,
} as const

/** The default limits of a route: gas is weighed, so splits and pools are used only if they pay. */
export const defaultLimits = { maxHops: 4, maxSplits: 20, maxLegs: 24 } as const

/** Which pools a route may use: venue names or pool addresses. */
export interface PoolChoice {
  /** Empty means all. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export function isPoolAllowed({ include, exclude }: PoolChoice, pool: Pool): boolean {
  const named = (names: readonly string[]) => names.includes(pool.address) || names.includes(pool.venue.name)
  return !named(exclude) && (include.length === 0 || named(include))
}

/** How much the output of one route has moved in the last blocks. */
export interface RecentMoves {
  /** The largest move between two of the samples, of the larger output. */
  readonly moved: Ppm
  /** From the oldest sample to the quote's block. */
  readonly seconds: number
  /** Blocks at which the pools were read, the quote's own included: 2 or more. */
  readonly samples: number
}

/** The terms of a request besides the amount, in units: parsed from argv or HTTP parameters, which end here. */
interface QuoteTerms extends PoolChoice {
  readonly network: NetworkName
  /** `nativeToken` for the native currency. */
  readonly sell: Address
  readonly buy: Address
  readonly slippage: Ppm
  /** What the slippage was chosen by, if it was not typed. */
  readonly moves?: RecentMoves
  readonly from: Address
  readonly to: Address
  readonly affiliate: { readonly address: Address; readonly fee: Ppm } | undefined
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
  /** Weighs routes and prices the payload; the chain's own if absent. */
  readonly gasPrice: Wei | undefined
  /** `netOutput` if absent. */
  readonly optimizeFor?: Objective | undefined
  /** `usual` if absent. */
  readonly effort?: Effort | undefined
  /** Signed by the sender and submitted by a relayer, who is paid in the token sold. */
  readonly gasless?: true
  /** Answer at this block or not at all; at the head if absent. */
  readonly block?: number
}

/** Terms of a request that names no account and leaves every choice to the defaults. */
export const defaultTerms = {
  from: placeholderSender,
  to: placeholderSender,
  affiliate: undefined,
  ...defaultLimits,
  include: [],
  exclude: [],
  gasPrice: undefined,
  optimizeFor: 'netOutput',
} as const satisfies Partial<QuoteTerms>

/** A request to sell an amount. */
export interface QuoteRequest extends QuoteTerms {
  /** Gross: the affiliate fee included. */
  readonly sellAmount: Amount
  /** In a quote only: the requested output, if `sellAmount` was computed for it. */
  readonly buyAmount?: Amount | undefined
}

/** A request to buy an amount for as little as possible. */
export interface BuyRequest extends QuoteTerms {
  readonly buyAmount: Amount
  readonly sellAmount?: undefined
}

/** A request of either kind. */
export type AnyQuoteRequest = QuoteRequest | BuyRequest

/** A balance or allowance below what the swap needs. Reported in a quote, enforced before a payload. */
export interface Shortfall {
  readonly actual: Amount
  readonly required: Amount
}

export interface Quote {
  readonly id: QuoteId
  readonly request: QuoteRequest
  readonly chainId: number
  readonly block: Block
  readonly createdAt: Seconds
  /** `createdAt` + 300; earlier for a service's quote with a shorter life. */
  readonly expiresAt: Seconds
  readonly sell: Token
  readonly buy: Token
  /** The part of `sellAmount` for the affiliate: floor(sellAmount · fee). */
  readonly affiliateFee: Amount
  /** Set for a gasless quote. */
  readonly gasless?: GaslessTerms
  /** Over `sellAmount - affiliateFee`, and of a gasless quote without the relayer's fee. */
  readonly route: Route
  /** floor(out · (1 − slippage)) of the requested output or, without one, of the route's; never below 1. */
  readonly minimumOut: Amount
  /** Our router: spender of the input token and recipient of the transaction. */
  readonly router: Address
  /** Upper limit for the transaction, from the route's gas with a margin. */
  readonly gasLimit: Gas
  /**
   * Gas needed before refunds at the quote's block, and by how much that may rise while others move the pools by up to
   * the slippage; absent in a service's quote.
   */
  readonly gasNeed?: { readonly now: Gas; readonly rise: Gas }
  readonly gasPrice: Wei
  /** What the chain takes for the transaction's bytes besides its gas; absent where it takes nothing. */
  readonly l1Fee?: Wei
  /** How much worse the route's price is than that of a tiny trade over it; `undefined` if unknown. */
  readonly priceImpact: Ppm | undefined
  /**
   * What a sandwich could take at most at this slippage, in the token sold, rounded up (`app/quoting/sandwich.ts`);
   * absent if it was not computed: by a service, or without pools.
   */
  readonly maxSandwich?: Amount | undefined
  /** US dollars per whole native coin, per whole input and output token; `undefined` if no stable pool prices it. */
  readonly usd: {
    readonly native: number | undefined
    readonly sell: number | undefined
    readonly buy: number | undefined
  }
  /** `undefined` for a placeholder sender. */
  readonly issues: { readonly allowance: Shortfall | undefined; readonly balance: Shortfall | undefined } | undefined
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
  /** Our router was not deployed when this was quoted: a price only, not usable for a swap until it is. */
  readonly priceOnly?: boolean
  /** How many pools the router considered. */
  readonly poolsSeen: number
}

export type QuoteState = 'valid' | 'expired' | 'consumed'

/** A quote as the store holds it. */
export interface StoredQuote {
  readonly quote: Quote
  readonly consumedAt: Seconds | undefined
  /** The store's own clock when it was read, if machines share the store: it decides, not theirs. */
  readonly readAt?: Seconds
}

type QuoteLife = Pick<Quote, 'createdAt' | 'expiresAt'>

export function getQuoteState(
  { quote, consumedAt, readAt }: Omit<StoredQuote, 'quote'> & { readonly quote: QuoteLife },
  now: Seconds,
): QuoteState {
  if (consumedAt !== undefined) return 'consumed'
  const time = readAt ?? now
  return time < quote.expiresAt && !isFromLater(quote, time) ? 'valid' : 'expired'
}

/** Whether a quote was made later than a clock says, which was set back since. */
export const isFromLater = ({ createdAt }: Pick<Quote, 'createdAt'>, now: Seconds): boolean =>
  createdAt - now > maxClockLeadSeconds

/** Whether a quote is to be requested again before it is signed; one from later than now may be of any age. */
export function isOldQuote({ createdAt }: Pick<Quote, 'createdAt'>, now: Seconds): boolean {
  const age = now - createdAt
  return age < 0 || age > maxQuoteAgeSeconds
}

/** The quote, if it can still be used. @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`. */
export function requireLiveQuote(stored: StoredQuote, now: Seconds): Quote {
  const { id, expiresAt } = stored.quote
  const state = getQuoteState(stored, now)
  if (state === 'consumed') throw fail('QUOTE_CONSUMED', { id, again: quoteCommandFor(stored.quote) })
  if (state === 'expired')
    throw fail('QUOTE_EXPIRED', {
      id,
      secondsAgo: (stored.readAt ?? now) - expiresAt,
      again: quoteCommandFor(stored.quote),
    })
  return stored.quote
}

/** The command that deploys our router on a network. */
export const deployCommand = (network: NetworkName): string => `swapline router deploy -n ${network}`

/** The command that requests the same trade again; the user has to repeat its finer options. */
export function quoteCommandFor({ request, sell, buy }: Quote): string {
  const [from, to] = [sell, buy].map(formatTokenWord)
  const asked =
    request.buyAmount === undefined
      ? `${formatDecimal(request.sellAmount, sell.decimals)} ${from} ${to}`
      : `${formatDecimal(request.buyAmount, buy.decimals)} ${from} ${to} --exact-out`
  return `swapline quote ${asked} -n ${request.network}`
}

/** What the transaction is expected to cost now, in wei of native currency: its gas, and the L1 fee where there is one. */
export const getExpectedCost = ({
  route,
  gasPrice,
  l1Fee = wei(0n),
}: Pick<Quote, 'route' | 'gasPrice' | 'l1Fee'>): Wei => wei(route.gas * gasPrice + l1Fee)
