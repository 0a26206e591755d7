/** A swap as the service knows it: reported by its hash, or found on the chain. */
import type { Address, Amount, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

/** Every state of the interface, also those that only swaps across chains or without gas come to. */
export const swapStates = ['pending', 'bridging', 'success', 'partial', 'error', 'refunded', 'expired'] as const
export type SwapState = (typeof swapStates)[number]

/** No later state follows these, but for a reorganisation of the chain. */
export const finalSwapStates: ReadonlySet<SwapState> = new Set(['success', 'partial', 'error', 'refunded', 'expired'])

/** How far a swap has come within its state, in the words of the command line's stages. */
export const swapSubstates = ['submitted', 'mined', 'confirmed', 'reverted', 'replaced', 'unknown', 'expired'] as const
export type SwapSubstate = (typeof swapSubstates)[number]

export interface SwapRecord {
  /** A UUID. */
  readonly id: string
  readonly status: SwapState
  readonly substatus: SwapSubstate
  /** The quote its payload was made from; `undefined` where no quote of ours has that payload. */
  readonly quoteId: QuoteId | undefined
  readonly network: NetworkName
  readonly chainId: number
  readonly from: Address
  readonly to: Address
  readonly sell: Address
  readonly buy: Address
  /** Gross: the affiliate's part included. */
  readonly sellAmount: Amount
  readonly quotedOut: Amount | undefined
  readonly minimumOut: Amount
  /** What the recipient received, from the chain's logs. */
  readonly amountOut: Amount | undefined
  /** What the payload gives to an affiliate, in the sold token; absent of none, and in records kept before this was. */
  readonly affiliateFee?: Amount
  /** US dollars when it was quoted; absent where no quote of ours has its payload. */
  readonly quotedUsd?: QuotedUsd
  /** Signed by the sender, sent by somebody else. */
  readonly gasless: boolean
  readonly transactionHash: Hex
  /** Keccak-256 of the transaction's data. */
  readonly payloadHash: Hex
  readonly nonce: number
  /** The payload's: past it the transaction can only revert. */
  readonly deadline: Seconds
  readonly mined: MinedSwap | undefined
  /** Why it came to nothing. */
  readonly reason: string | undefined
  readonly createdAt: Seconds
  readonly updatedAt: Seconds
  readonly timeline: readonly SwapEvent[]
}

/** Prices of a whole token, `undefined` where nothing priced it. */
export interface QuotedUsd {
  readonly native: number | undefined
  readonly sell: number | undefined
  readonly sellDecimals: number
}

export interface MinedSwap {
  readonly block: number
  readonly blockHash: Hex
  readonly gasUsed: Gas
  /** Whole, a rollup's fee for its data included. */
  readonly feePaid: Wei
}

export interface SwapEvent {
  readonly stage: SwapSubstate
  readonly at: Seconds
  readonly block: number | undefined
}

export type StatusCounts = Readonly<Record<SwapState, number>>

/** By what a swap is asked for. A transaction nobody reported is looked for on the chain of `network`. */
export type SwapReference =
  | { readonly id: string }
  | { readonly quoteId: QuoteId }
  | { readonly transactionHash: Hex; readonly network?: NetworkName }

/** What became of swaps, as a service answers it. */
export interface SwapTracker {
  /** Looks at the chain again unless the record is final. @throws `SWAP_NOT_FOUND`, `NETWORK_UNAVAILABLE`. */
  swap(reference: SwapReference): Promise<SwapRecord>
  /** The network whose chain `swap` would look at, by the store alone; `undefined` where there is nothing to look at. */
  networkOf(reference: SwapReference): Promise<NetworkName | undefined>
  /**
   * Searches a chain for swaps of this wallet that nobody reported, from where the last search ended.
   * @returns whether every block that can have one has been searched; `false` too where the chain does not answer
   */
  discover(wallet: Address, network: NetworkName): Promise<boolean>
  /** Swaps that are known by now, by state, of those this wallet sent; every state is there. */
  counts(wallet: Address, network?: NetworkName): Promise<StatusCounts>
  /** Looks at the chain for swaps that are not final, so many at most; gives how many of them are now. */
  settle(most: number): Promise<number>
}
