/** A swap as the service knows it: reported by its hash, or found on the chain. */
import type { AgreedFacts } from '#domain/journal/swap'
import type { Address, Amount, Hex, NetworkName, QuoteId, Seconds } from '#domain/units'

/** Every state of the interface, including those that only cross-chain or gasless swaps reach. */
export const swapStates = ['pending', 'bridging', 'success', 'partial', 'error', 'refunded', 'expired'] as const
export type SwapState = (typeof swapStates)[number]

/** Final unless the chain is reorganized. */
export const finalSwapStates: ReadonlySet<SwapState> = new Set(['success', 'partial', 'error', 'refunded', 'expired'])

/**
 * How far a swap has come within its state, named as the command line's stages. `signed`: an order that a relayer has
 * accepted, before any transaction of it was sent. `cancelled`: an order that could no longer succeed.
 */
export const swapSubstates = [
  'signed',
  'submitted',
  'mined',
  'confirmed',
  'reverted',
  'replaced',
  'cancelled',
  'unknown',
  'expired',
] as const
export type SwapSubstate = (typeof swapSubstates)[number]

export interface SwapRecord {
  /** A UUID. */
  readonly id: string
  readonly status: SwapState
  readonly substatus: SwapSubstate
  /** The quote its payload was made from; `undefined` if no quote of ours has that payload. */
  readonly quoteId: QuoteId | undefined
  readonly network: NetworkName
  readonly chainId: number
  readonly from: Address
  readonly to: Address
  readonly sell: Address
  readonly buy: Address
  /** Gross: the affiliate fee included. */
  readonly sellAmount: Amount
  readonly quotedOut: Amount | undefined
  readonly minimumOut: Amount
  /** What the recipient received, from the chain's logs. */
  readonly amountOut: Amount | undefined
  /** The payload's affiliate fee, in the input token; absent without one, and in records older than this member. */
  readonly affiliateFee?: Amount
  /** US dollars when it was quoted; absent if no quote of ours has its payload. */
  readonly quotedUsd?: QuotedUsd
  /** Signed by the sender, submitted by a relayer. */
  readonly gasless: boolean
  /** Of a signed order that was found on the chain; absent in records older than this member. */
  readonly order?: OrderNonce
  /** Submitted by this service's relayer, which alone follows it. */
  readonly relayed?: true
  /** The relayer's fee, in the input token. */
  readonly relayerFee?: Amount
  /** Of a swap to another network: where `to`, `buy`, `minimumOut` and `amountOut` are. */
  readonly crossing?: CrossingRecord
  /** `undefined` before the first; another one once a relayer replaced it. */
  readonly transactionHash: Hex | undefined
  /** The same call with the same nonce under another hash, by which its sender sped it up: what is tracked. */
  readonly versionHash?: Hex
  /** Another's transaction that filled the order in place of its own, which reverted. Of a crossing: in `crossing`. */
  readonly fillHash?: Hex
  /** Keccak-256 of the transaction's data. */
  readonly payloadHash: Hex
  /** The transaction's. */
  readonly nonce: number
  /** The payload's: after it the transaction can only revert. */
  readonly deadline: Seconds
  readonly mined: MinedSwap | undefined
  /** Why it failed. */
  readonly reason: string | undefined
  readonly createdAt: Seconds
  readonly updatedAt: Seconds
  readonly timeline: readonly SwapEvent[]
}

/** What only one execution of a signed order can use up. */
export interface OrderNonce {
  /** In whose bitmap it is: the router, the crossing contract or Permit2. */
  readonly nonces: Address
  readonly nonce: bigint
}

/** Prices of a whole token, `undefined` if nothing priced it. */
export interface QuotedUsd {
  readonly native: number | undefined
  readonly sell: number | undefined
  readonly sellDecimals: number
}

export interface CrossingRecord {
  readonly toChainId: number
  /** Known once it is deposited. */
  readonly toNetwork?: NetworkName
  /** The transaction that paid there. */
  readonly toTransactionHash?: Hex
  /** The payment is kept as a claim, which may still be delivered. */
  readonly hasOpenClaim?: true
  /** Another's transaction that filled the order in place of the record's own, which reverted: what is tracked. */
  readonly fillHash?: Hex
}

/** Figures that endpoints tell differently are absent. */
export type MinedSwap = AgreedFacts

export interface SwapEvent {
  readonly stage: SwapSubstate
  readonly at: Seconds
  readonly block: number | undefined
}

export type StatusCounts = Readonly<Record<SwapState, number>>

/** How a swap is identified. An unreported transaction is looked for on the chain of `network`. */
export type SwapReference =
  | { readonly id: string }
  | { readonly quoteId: QuoteId }
  | { readonly transactionHash: Hex; readonly network?: NetworkName }

/** The outcomes of swaps, as a service reports them. */
export interface SwapTracker {
  /** Checks the chain again unless the record is final. @throws `SWAP_NOT_FOUND`, `NETWORK_UNAVAILABLE`. */
  findSwap(reference: SwapReference): Promise<SwapRecord>
  /** The network whose chain `findSwap` would ask, from the store alone; `undefined` if there is nothing to ask. */
  networkOf(reference: SwapReference): Promise<NetworkName | undefined>
  /**
   * Searches a chain for unreported swaps of this wallet, from where the last search ended.
   * @returns whether every block that can have one has been searched; also false if the chain does not answer
   */
  discover(wallet: Address, network: NetworkName): Promise<boolean>
  /** Known swaps that this wallet sent, counted by state; every state is present. */
  counts(wallet: Address, network?: NetworkName): Promise<StatusCounts>
  /** Checks the chain for up to `max` swaps that are not final; returns how many of them are now. */
  refreshPending(max: number): Promise<number>
}
