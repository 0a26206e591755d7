/** Quotes of swaps to another network. */
import type { BridgeFee, BridgeRoute, BridgeTerms, FailureOutcome } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { getQuoteState, type Quote, type QuoteState } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { formatTokenWord, type Token } from '#domain/token'
import type { Address, Amount, Gas, Hex, NetworkName, Ppm, QuoteId, Seconds, Wei } from '#domain/units'

export interface CrossQuoteRequest {
  readonly network: NetworkName
  readonly toNetwork: NetworkName
  /** `nativeToken` for the native currency. */
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
  /** Of the whole crossing: its minimum is below the quoted output by this much at most. */
  readonly slippage: Ppm
  /** The part of it that the swap here may use up; the rest is left for the one there. */
  readonly slippageIn: Ppm
  readonly from: Address
  /** On the other network. */
  readonly to: Address
  /** By name; all if empty. */
  readonly bridges: readonly string[]
  /** Only the bridges' routes of this asset of the source; any if absent. */
  readonly asset?: Address
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
  /** Signed by the sender and submitted by a relayer, who is paid in the token sold. */
  readonly gasless?: true
}

/** The terms of the order that a relayer submits. */
export interface CrossGaslessTerms extends GaslessTerms {
  /** Whom the sender has to allow the token: the crossing contract, or Permit2, whose form of the order is then signed. */
  readonly by: 'crossing' | 'permit2'
  /** The source's head when the quote was made: the order was in no earlier block. */
  readonly block: number
}

/** The bridge's part of a quote. */
export interface QuotedBridge {
  readonly name: string
  readonly title: string
  readonly route: BridgeRoute
  readonly asset: Token
  readonly toAsset: Token
  readonly fee: BridgeFee
  readonly terms: BridgeTerms
  /** Native currency for the bridge's message, part of the transaction's value; what is left of it comes back. */
  readonly value: Wei
  /** As a rule, from the deposit to the payment. */
  readonly usualSeconds: number
  /** What the swap here gives, and the least of it that is deposited, units of `asset`. */
  readonly deposited: Amount
  readonly depositedMin: Amount
  /** What is paid for `deposited`, units of `toAsset`. */
  readonly paid: Amount
}

/** What the crossing contracts are given. */
export interface QuotedCalls {
  /** Packed legs of the swap here; none if the bridge's asset is sold. */
  readonly route: Hex
  /** Of the delivery there. */
  readonly arrival: { readonly gas: Gas; readonly route: Hex }
  /** The other network's crossing contract; the recipient, if the bridge itself pays what is bought. */
  readonly receiver: 'crossing' | 'recipient'
}

export interface CrossQuote {
  readonly id: QuoteId
  readonly request: CrossQuoteRequest
  readonly createdAt: Seconds
  readonly expiresAt: Seconds
  readonly chainId: number
  readonly toChainId: number
  readonly sell: Token
  readonly buy: Token
  /** The swap here, to the bridge's asset; absent if that is sold. */
  readonly legIn?: Quote
  readonly bridge: QuotedBridge
  /** The swap there, from the bridge's asset; absent if that is bought. */
  readonly legOut?: Quote
  readonly calls: QuotedCalls
  /** The crossing contract here: spender of the input token and recipient of the transaction. */
  readonly crossing: Address
  readonly toCrossing: Address
  readonly router: Address
  readonly toRouter: Address
  readonly amountOut: Amount
  readonly minimumOut: Amount
  /** Upper limit for the transaction here. */
  readonly gasLimit: Gas
  readonly gasPrice: Wei
  /** As {@link Quote.l1Fee}, by as many bytes as the transaction here has. */
  readonly l1Fee?: Wei
  /** How long after the transaction the bridge may pay, in seconds; afterwards the deposit is refunded. */
  readonly paymentSeconds: number
  /** US dollars per whole native coin here, input and output token; absent if no stable pool prices it. */
  readonly usd: { readonly native?: number; readonly sell?: number; readonly buy?: number }
  readonly onFailure: readonly FailureOutcome[]
  readonly warnings: Quote['warnings']
  /** `legIn` and `bridge` are then of what is left after the relayer's fee. */
  readonly gasless?: CrossGaslessTerms
  /** Our contracts are not deployed on both networks: a price only. */
  readonly priceOnly?: boolean
}

export interface StoredCrossQuote {
  readonly quote: CrossQuote
  readonly consumedAt: Seconds | undefined
  /** As {@link StoredQuote.readAt}. */
  readonly readAt?: Seconds
}

/** Single use, as other quotes, and stored apart from them. */
export interface CrossQuoteStore {
  put(quote: CrossQuote): Promise<void>
  /** By full id or a unique prefix of at least 8 characters. @returns `undefined` if there is none */
  find(reference: string): Promise<StoredCrossQuote | undefined>
  /** @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `QUOTE_NOT_FOUND` */
  consume(id: QuoteId, now: Seconds): Promise<void>
}

export const getCrossQuoteState = (stored: StoredCrossQuote, now: Seconds): QuoteState => getQuoteState(stored, now)

/** The quote, if it can still be used. @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED` */
export function requireLiveCrossQuote(stored: StoredCrossQuote, now: Seconds): CrossQuote {
  const { quote } = stored
  const { id, expiresAt } = quote
  const state = getCrossQuoteState(stored, now)
  if (state === 'consumed') throw fail('QUOTE_CONSUMED', { id, again: crossCommandFor(quote) })
  if (state === 'expired')
    throw fail('QUOTE_EXPIRED', { id, secondsAgo: (stored.readAt ?? now) - expiresAt, again: crossCommandFor(quote) })
  return quote
}

/** The key of a swap by a stored quote to another network, unless the user gives another one. */
export const crossKey = (quoteId: string): string => `cross:${quoteId}`

/** The command that requests the same trade again. */
export function crossCommandFor({ request, sell, buy }: CrossQuote): string {
  const [from, to] = [sell, buy].map(formatTokenWord)
  const sold = formatDecimal(request.sellAmount, sell.decimals)
  return `swapline quote ${sold} ${from} ${to} -n ${request.network} --to-network ${request.toNetwork}`
}
