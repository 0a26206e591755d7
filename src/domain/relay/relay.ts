/** Orders that a service's relayer has accepted: what is stored of them, and what is concluded from it. */
import { type Conclusion, conclude } from '#domain/journal/evidence'
import type { Observation } from '#domain/journal/observations'
import type { AttemptKind } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { GaslessTerms, OrderSubmission } from '#domain/relay/order-terms'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Token } from '#domain/token'
import type { Address, Amount, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

/** One line of nonces: an account on a chain. Every nonce is an accepted order's, and each of them is used in time. */
export interface Lane {
  readonly network: NetworkName
  readonly chainId: number
  readonly relayer: Address
}

/** The limits of what an order may cost, set when it is accepted. */
export interface RelayLimits {
  readonly gasLimit: Gas
  /** Per unit of gas, for the order itself: what its fee pays for. */
  readonly maxPrice: Wei
  /** Per unit of gas, for the cancellation that frees the nonce of an expired order. */
  readonly maxCancelPrice: Wei
  /** What the lane counts against its cap until the outcome is final: the most that one of the two can cost. */
  readonly reserved: Wei
}

/** An accepted order, before its nonce is known. */
export interface RelayDraft extends Lane, RelayLimits {
  /** That of the swap record, a UUID. */
  readonly id: string
  readonly quoteId: QuoteId
  /** Who sells, and signed. */
  readonly owner: Address
  /** As it was submitted, in the form that the router reads. */
  readonly signature: Hex
  /** The calldata of the router's `fillOrder`, or of the crossing contract's `crossOrder` or `crossPermit2`. */
  readonly data: Hex
  readonly deadline: Seconds
  readonly swapFee: Amount
  readonly createdAt: Seconds
}

/** One version of the transaction that uses a nonce; its bytes never change. */
export interface RelayAttempt {
  readonly kind: AttemptKind
  readonly hash: Hex
  readonly raw: Hex
  readonly payload: Payload
  readonly signedAt: Seconds
}

export interface Relay extends RelayDraft {
  readonly nonce: number
  readonly isOpen: boolean
  /** In the order they were signed; none before the first signature. */
  readonly attempts: readonly RelayAttempt[]
  readonly observations: readonly Observation[]
}

/** Not an order: a transfer of nothing that uses a nonce which no order has, so that those behind it can be mined. */
export const isGapFiller = ({ owner, relayer }: Pick<RelayDraft, 'owner' | 'relayer'>): boolean => owner === relayer

/** Refused or spent for good; `expired` and `cancelled` cost a cancellation, `replaced` nothing of ours. */
export type RelayOutcome = 'success' | 'reverted' | 'expired' | 'replaced'

/** What the attempts' evidence says; `undefined` if nothing is signed yet. */
export function concludeRelay(
  { attempts, observations, deadline, nonce }: Relay,
  depth: number,
): Conclusion | undefined {
  const [first, ...others] = attempts.map(({ hash, kind }) => ({ hash, kind, nonce }))
  return first && conclude([first, ...others], observations, { finalDepth: depth, deadline })
}

/** Limits of a lane, checked in the transaction that accepts an order. */
export interface LaneLimits {
  /** What the lane may spend in 24 hours, orders that are not final counted in full. */
  readonly perDay: Wei
  /** The lane's balance, just read. */
  readonly balance: Wei
  /** Orders of one owner that are open or reverted in the last 24 hours. */
  readonly maxOfOwner: number
}

/** Figures of a lane. */
export interface LaneStatus {
  readonly nextNonce: number
  /** What the account signed for itself has nonces below this one; 0 if it never did. */
  readonly ownEnd: number
  readonly isDraining: boolean
  readonly open: number
  /** In the last 24 hours: spent, and reserved for orders that are not final. */
  readonly spent: Wei
  readonly reserved: Wei
  /** Outcomes of all orders so far. */
  readonly outcomes: Readonly<Record<RelayOutcome, number>>
}

export interface NonceRequest {
  readonly chainId: number
  readonly owner: Address
  /** Free on the chain, best first. */
  readonly candidates: readonly bigint[]
  readonly expiresAt: Seconds
}

export interface RelayStore {
  /** Reserves the first candidate that is not reserved; `undefined` if all are. */
  reserveNonce(request: NonceRequest): Promise<bigint | undefined>
  /**
   * The lane, created if it is new.
   * @param nonce the account's next nonce by its chain: where nothing is open the lane goes on there, or after its last
   *   order, and after what the account signed for itself, if that is later
   */
  openLane(lane: Lane, nonce: number): Promise<LaneStatus>
  laneStatus(lane: Lane): Promise<LaneStatus | undefined>
  /**
   * Keeps the nonces below `end` for what the account signed for itself: no order gets them, and nothing fills them, as long as
   * they may be used by that. @returns false for an unknown lane
   */
  passOwn(lane: Lane, end: number): Promise<boolean>
  /**
   * Keeps only those below `end` any more, and goes on there or after the last order: what the account signed above cannot be
   * mined before those between are used. @returns false unless the lane drains and nothing is open
   */
  releaseOwn(lane: Lane, end: number): Promise<boolean>
  /** What took a nonce of the lane. */
  findByNonce(lane: Lane, nonce: number): Promise<Relay | undefined>
  /**
   * Stores a gap filler with a nonce that the lane has passed; nothing if something has it.
   * @throws `GASLESS_NOT_AVAILABLE` by a limit
   */
  fillGap(filler: RelayDraft, nonce: number, limits: Omit<LaneLimits, 'maxOfOwner'>): Promise<void>
  /** A draining lane accepts no order. @returns false for an unknown lane */
  setDraining(lane: Lane, isDraining: boolean): Promise<boolean>
  /**
   * In one transaction: consumes the quote, takes the lane's next nonce, stores the order and its swap record.
   * @param held the signature's hash, if the quote was consumed for this very order before it was submitted
   * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `QUOTE_NOT_FOUND`, `GASLESS_NOT_AVAILABLE` by a limit; nothing is stored
   */
  accept(draft: RelayDraft, record: SwapRecord, limits: LaneLimits, held?: Hex): Promise<Relay>
  findByQuote(id: QuoteId): Promise<Relay | undefined>
  find(id: string): Promise<Relay | undefined>
  /** Open orders of a lane in the order of their nonces. */
  listOpen(lane: Lane, max: number): Promise<readonly Relay[]>
  /** Open orders of all lanes but these. */
  listOpenElsewhere(lanes: readonly Lane[], max: number): Promise<readonly Relay[]>
  /**
   * Stores signed bytes as the version after those of `relay`.
   * @returns false if another process stored one meanwhile: these bytes must then not be sent
   */
  addAttempt(relay: Relay, attempt: RelayAttempt): Promise<boolean>
  addObservations(id: string, observations: readonly Observation[]): Promise<void>
  /** Replaces the swap record of an order that is not final. */
  updateRecord(record: SwapRecord): Promise<void>
  /** Ends an order with its final outcome, once; its record is stored in the same transaction. A gap filler has none. */
  finish(
    id: string,
    end: { readonly outcome: RelayOutcome; readonly spent: Wei },
    record: SwapRecord | undefined,
  ): Promise<void>
}

/** What a quote needs of the relayer of a network. */
export interface OrderOpening {
  readonly relayer: Address
  readonly nonce: bigint
  readonly permit: GaslessTerms['permit']
  /** What the order's gas exceeds that of a swap by. */
  readonly extraGas: Gas
  /** The owner has allowed the token to Permit2 and not to the contract: Permit2's form of the order is signed. */
  readonly byPermit2: boolean
}

export interface OrderRequest {
  readonly network: NetworkName
  /** That the order is for: the router or the crossing contract. */
  readonly contract: Address
  /** Whether the contract takes tokens by Permit2 too. */
  readonly takesPermit2: boolean
  readonly owner: Address
  readonly token: Token
  readonly sellAmount: Amount
  /** The owner's allowance for the contract, if it was read. */
  readonly allowance: Amount | undefined
  readonly deadline: Seconds
}

/** Submits the orders of others, paid in the token they sell. */
export interface Relayer {
  /** Whether orders of the network are accepted now: there is a lane, funded and not draining. */
  serves(network: NetworkName): Promise<boolean>
  /** Reserves a nonce. @throws `GASLESS_NOT_AVAILABLE` */
  openOrder(request: OrderRequest): Promise<OrderOpening>
  /**
   * Checks a signed order and submits it. The same quote and signature again give the same record.
   * @throws `QUOTE_*`, `GASLESS_NOT_AVAILABLE`, `SWAP_SIGNATURE_NOT_VALID`, `PERMIT_*`, `ESTIMATE_GAS_FAILED`
   */
  execute(submission: OrderSubmission): Promise<SwapRecord>
  /** The same of an order for the crossing contract. @throws also `PAYLOAD_MISMATCH`, `CROSS_CHAIN_NOT_AVAILABLE` */
  executeCrossing(submission: OrderSubmission): Promise<SwapRecord>
  /** The record of an accepted order, as far as it is known. @throws `SWAP_NOT_FOUND` */
  getSwap(id: string): Promise<SwapRecord>
  /** Looks at every open order once and does what is due; one that fails does not hold up the others. */
  tick(): Promise<void>
}
