/** All that a quote was computed from, so that another machine can compute it again without a chain. */
import type { Pool } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import type { QuoteTimings } from '#domain/quotes/quote-record'
import type { Token } from '#domain/token'
import type { Address, Amount, Gas, Hex, NetworkName, Seconds } from '#domain/units'

/** The pools at one block, as the search saw them: without those that the request excludes. */
export interface RecordedMarket {
  /** Its pools are in the order of the search, which breaks ties; venues are without their lists of known pools. */
  readonly snapshot: Snapshot
  /** Read, but excluded by the request; without states. */
  readonly excludedPools: readonly Pool[]
  readonly sell: Token
  readonly buy: Token
}

/** A single path that was possible for the whole amount, whether or not the route uses it. */
export interface CandidatePath {
  readonly hops: readonly {
    readonly source: string
    readonly pool: Address
    readonly tokenIn: Address
    readonly tokenOut: Address
  }[]
  /** Exact, in smallest units of the output token. */
  readonly amountOut: Amount
  /** Of a transaction that takes this path alone. */
  readonly gas: Gas
}

/** Of a transaction that used the quote. */
export interface RecordedTransaction {
  readonly hash: Hex
  readonly stage: string
  /** Why it reverted, in words, if it did and that is known. */
  readonly revert?: string | undefined
}

/** How the command failed that wrote the bundle. Without its words: they may name files and hosts. */
export interface RecordedFailure {
  readonly code: string
  readonly exit: number
}

export interface QuoteBundle {
  readonly createdAt: Seconds
  readonly network: NetworkName
  readonly chainId: number
  /** The chain's wrapped native token. */
  readonly wrapped: Address
  /** Kinds of the families that the search was allowed to use. */
  readonly families: readonly string[]
  /** As it was made: with a sell or a buy amount. */
  readonly request: AnyQuoteRequest
  /** Absent if a service made the quote, or if it failed before pools were read. */
  readonly market: RecordedMarket | undefined
  /** Absent if there was none. */
  readonly quote: Quote | undefined
  /** Best output first, at most {@link maxCandidates}. */
  readonly candidates: readonly CandidatePath[]
  readonly timings: QuoteTimings | undefined
  readonly router: { readonly address: Address; readonly codeHash: Hex }
  readonly transaction: RecordedTransaction | undefined
  readonly failure: RecordedFailure | undefined
  /** Wallet addresses were replaced by aliases. */
  readonly isRedacted: boolean
}

export const maxCandidates = 50
