/** What support asks of a quote; implemented in `app/debugging`. */
import type { QuoteBundle, RecordedMarket } from '#domain/debugging/bundle'
import type { Explanation } from '#domain/debugging/explanation'
import type { PairPools, PairQuery } from '#domain/debugging/pair-pools'
import type { SimulationQuery, SimulationReport } from '#domain/debugging/simulation'
import type { Trace } from '#domain/debugging/trace'
import type { Quote } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import type { Address, Amount, Hex, NetworkName, Ppm, QuoteId, Wei } from '#domain/units'

/** A route over a recorded market, with the minimum that the request's slippage gives. */
export interface ReplayedRoute {
  readonly route: Route
  readonly minimumOut: Amount
}

export interface Replay {
  /** The recorded legs, run again over the recorded states. */
  readonly evaluated: {
    /** `undefined` if a pool refuses its part. */
    readonly amountOut: Amount | undefined
    /** To the smallest unit. */
    readonly isEqual: boolean
  }
  /** The route, searched again over the recorded pools. */
  readonly searched: {
    readonly found: ReplayedRoute | undefined
    /** Same amounts, to the smallest unit. */
    readonly isEqual: boolean
    /** Same pools in the same order with the same shares. */
    readonly isSameRoute: boolean
  }
}

/** Changes to a recorded request; absent members stay as recorded. */
export interface WhatIf {
  readonly slippage?: Ppm
  readonly maxHops?: number
  readonly maxSplits?: number
  readonly maxLegs?: number
  /** Smallest units of the token whose amount the request states. */
  readonly amount?: Amount
  readonly gasPrice?: Wei
  /** Addresses of pools or names of sources that are not to be used. */
  readonly without?: readonly string[]
}

export interface WhatIfResult {
  /** `undefined` if there is no route. */
  readonly found: ReplayedRoute | undefined
  /** Pools of which the bundle knows too little for the changed request: the true result may be better. */
  readonly narrow: readonly Address[]
}

/** One leg of the recorded route, alone, at another block. */
export interface LegMove {
  readonly source: string
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  readonly before: Amount | undefined
  /** For the recorded input; `undefined` if the pool is gone or refuses it. */
  readonly after: Amount | undefined
  readonly isChanged: boolean
}

export interface Repricing {
  readonly block: number
  readonly seconds: number
  /** The recorded route at that block. */
  readonly evaluated: Amount | undefined
  /** The best route at that block. */
  readonly found: ReplayedRoute | undefined
  readonly legs: readonly LegMove[]
  /** Of all recorded pools, also those outside the route. */
  readonly pools: { readonly same: number; readonly changed: number; readonly gone: number; readonly added: number }
  readonly gasPrice: Wei
}

/** A swap as its chain shows it, and a bundle of what was possible just before its block. */
export interface RecordedSwap {
  readonly transaction: RouterTransaction
  readonly bundle: QuoteBundle
}

/** What a verification of a bundle finds besides the hash of its file. */
export interface BundleCheck {
  readonly check: 'market' | 'quote' | 'route'
  readonly ok: boolean
  readonly message: string
}

export interface Debugging {
  /**
   * What this process recorded: of a quote it made, or of the last request if no id is named; `undefined` if there is
   * nothing.
   */
  recorded(id?: QuoteId): QuoteBundle | undefined
  /**
   * A bundle of a stored quote: its pools are read again at its block.
   * @throws as `Service.getQuote`; `QUOTE_STATE_GONE` if the block is gone or the states give another amount
   */
  record(reference: string): Promise<QuoteBundle>
  /**
   * What a mined swap of our router met, of any sender: the best route on the state before its block.
   * @returns `undefined` if no endpoint of the network knows it
   * @throws `BUNDLE_NOT_POSSIBLE`, `BLOCK_NOT_AVAILABLE`; what a quote throws
   */
  recordTransaction(network: NetworkName, hash: Hex): Promise<RecordedSwap | undefined>
  /** Compares what can be compared without a chain. */
  check(bundle: QuoteBundle): readonly BundleCheck[]
  /** @throws `BUNDLE_INCOMPLETE` without a quote or without pools */
  replay(bundle: QuoteBundle): Replay
  /** @throws `BUNDLE_INCOMPLETE` without pools, or if the quote has no route */
  explain(bundle: QuoteBundle): Explanation
  /** @throws `BUNDLE_INCOMPLETE` without pools */
  whatIf(bundle: QuoteBundle, changes: WhatIf): WhatIfResult
  /**
   * The same request on the chain's states of a block, the newest if absent.
   * @throws `BUNDLE_INCOMPLETE`; `BLOCK_NOT_AVAILABLE`, `NETWORK_UNAVAILABLE`
   */
  reprice(bundle: QuoteBundle, block: number | undefined): Promise<Repricing>
  /**
   * The pools between two tokens.
   * @throws `SAME_TOKEN`, `TOKEN_UNREADABLE`, `BLOCK_NOT_AVAILABLE`, `NETWORK_UNAVAILABLE`
   */
  listPools(query: PairQuery): Promise<PairPools>
  /**
   * Executes a swap or any transaction at the head; nothing is signed.
   * @throws `TOKEN_UNREADABLE`, `NETWORK_UNAVAILABLE`
   */
  simulate(query: SimulationQuery): Promise<SimulationReport>
  /**
   * What a transaction did, call by call, and why it failed, if it did.
   * @returns `undefined` if no endpoint of the network knows it
   * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
   */
  trace(network: NetworkName, hash: Hex): Promise<Trace | undefined>
}

/** A bundle with all that a replay needs. */
export interface ReplayableBundle extends QuoteBundle {
  readonly market: RecordedMarket
  readonly quote: Quote
}
