import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Pool } from '#domain/protocol'
import type { Objective, Route } from '#domain/route'
import type { Block } from '#domain/snapshot'
import type { Token } from '#domain/token'
import {
  type Address,
  type Amount,
  type Gas,
  type NetworkName,
  nativeToken,
  type Ppm,
  type QuoteId,
  type Seconds,
  type Wei,
} from '#domain/units'

/** A quote lives this long, on every interface. */
export const quoteLife = 300

/** Senders that mean «nobody yet»: balances and allowances are not looked at. */
export const deadSender = '0x000000000000000000000000000000000000dead' as Address

/** Whether a sender or recipient means nobody in particular, so that any account may take its place. */
export const meansNobody = (address: Address): boolean => address === deadSender || address === nativeToken

/** The limits of what may be asked, as every interface states them. */
export const limits = {
  maxHops: 5,
  maxSplits: 20,
  maxLegs: 64,
  slippagePpm: 500_000,
  affiliateFeePpm: 100_000,
} as const

/** What a route may be made of where nothing is said: gas is weighed, so parallel ways and pools are used only where they pay. */
export const usual = { maxHops: 4, maxSplits: 20, maxLegs: 24 } as const

/** Which pools a route may use: venue names or pool addresses. */
export interface PoolChoice {
  /** Empty means all. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export function mayUse({ include, exclude }: PoolChoice, pool: Pool): boolean {
  const named = (names: readonly string[]) => names.includes(pool.address) || names.includes(pool.venue.name)
  return !named(exclude) && (include.length === 0 || named(include))
}

/** What is asked besides an amount, in units: made from argv or HTTP parameters, where names and spellings end. */
interface QuoteTerms extends PoolChoice {
  readonly network: NetworkName
  /** `nativeToken` for the native currency. */
  readonly sell: Address
  readonly buy: Address
  readonly slippage: Ppm
  readonly from: Address
  readonly to: Address
  readonly affiliate: { readonly address: Address; readonly fee: Ppm } | undefined
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
  /** Weighs routes and prices the payload; the chain's own where absent. */
  readonly gasPrice: Wei | undefined
  /** `netOutput` where absent. */
  readonly optimizeFor?: Objective | undefined
  /** Answer at this block or not at all; at the head where absent. */
  readonly block?: number
}

/** A request to sell an amount. */
export interface QuoteRequest extends QuoteTerms {
  /** Gross: the affiliate's part included. */
  readonly sellAmount: Amount
  /** In a quote only: what was asked for, where `sellAmount` was found for it. */
  readonly buyAmount?: Amount | undefined
}

/** A request to buy an amount for as little as possible. */
export interface BuyRequest extends QuoteTerms {
  readonly buyAmount: Amount
  readonly sellAmount?: undefined
}

/** What a user asks. */
export type QuoteQuestion = QuoteRequest | BuyRequest

/** A holding that is smaller than the swap needs. Reported in a quote, enforced before a payload. */
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
  /** `createdAt` + 300; of a service's quote sooner, where its own life is shorter. */
  readonly expiresAt: Seconds
  readonly sell: Token
  readonly buy: Token
  /** What of `sellAmount` goes to the affiliate: floor(sellAmount · fee). */
  readonly affiliateFee: Amount
  /** Over `sellAmount - affiliateFee`. */
  readonly route: Route
  /** floor(out · (1 − slippage)) of the amount that was to be bought or, without one, of the route's; never below 1. */
  readonly minimumOut: Amount
  /** Our router: spender of the sold token and recipient of the transaction. */
  readonly router: Address
  /** Upper limit for the transaction, from the route's gas with a margin. */
  readonly gasLimit: Gas
  readonly gasPrice: Wei
  /** How much worse the route's price is than that of a tiny trade over it; `undefined` when unknown. */
  readonly priceImpact: Ppm | undefined
  /** US dollars per whole native coin, per whole sold and bought token; `undefined` where no stable pool prices it. */
  readonly usd: {
    readonly native: number | undefined
    readonly sell: number | undefined
    readonly buy: number | undefined
  }
  /** `undefined` for a sender that means nobody. */
  readonly issues: { readonly allowance: Shortfall | undefined; readonly balance: Shortfall | undefined } | undefined
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
  /** Our router was not deployed there when this was quoted: a price, and nothing to swap by before it is. */
  readonly priceOnly?: boolean
  /** How many pools the router looked at. */
  readonly poolsSeen: number
}

export type QuoteState = 'valid' | 'expired' | 'consumed'

/** A quote as the store holds it. */
export interface StoredQuote {
  readonly quote: Quote
  readonly consumedAt: Seconds | undefined
  /** The store's own clock when it was read, where machines share the store: it decides, not theirs. */
  readonly readAt?: Seconds
}

export function quoteState({ quote, consumedAt, readAt }: StoredQuote, now: Seconds): QuoteState {
  if (consumedAt !== undefined) return 'consumed'
  return (readAt ?? now) < quote.expiresAt ? 'valid' : 'expired'
}

/** The quote, if it can still be used. @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`. */
export function liveQuote(stored: StoredQuote, now: Seconds): Quote {
  const { id, expiresAt } = stored.quote
  const state = quoteState(stored, now)
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

/** The command that asks for the same trade anew; its finer options are the user's to repeat. */
export function quoteCommandFor({ request, sell, buy }: Quote): string {
  const [from, to] = [sell, buy].map(({ listed, symbol, address }) => (listed ? symbol : address))
  const asked =
    request.buyAmount === undefined
      ? `${decimalText(request.sellAmount, sell.decimals)} ${from} ${to}`
      : `${decimalText(request.buyAmount, buy.decimals)} ${from} ${to} --exact-out`
  return `swapline quote ${asked} -n ${request.network}`
}
