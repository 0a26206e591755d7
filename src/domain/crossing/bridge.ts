/** Bridges as the use cases see them: what they move, for which fee, and what became of a deposit. */
import type { CrossOrder } from '#domain/crossing/cross-order'
import type { Claim, DeliveryMessage } from '#domain/crossing/delivery'
import type { Address, Amount, Gas, Hex, NetworkName, Ppm, Seconds, Wei } from '#domain/units'

/**
 * One bridge: a folder of `src/bridges`, whose `index.ts` exports it. It computes and reads; it signs and sends nothing.
 */
export interface Bridge {
  /** As it is typed, and its folder's name. */
  readonly name: string
  readonly title: string
  /** What a payment takes on the destination, besides the gas of the delivery that the message names. */
  readonly paymentGas: Gas
  /** What a deposit by the crossing contract takes on the source, besides the swap there and 21,000; measured. */
  readonly depositGas: Gas
  /** Every asset that it moves between two networks; none if it does not know one of them, or they are the same. */
  listRoutes(from: BridgeNetwork, to: BridgeNetwork): readonly BridgeRoute[]
  /**
   * On which terms the bridge would take a deposit now.
   * @returns `undefined` if it would not: it is closed, or the amount is above its limit or below its fee
   */
  offer(route: BridgeRoute, deposited: Amount, market: BridgeMarket): Promise<BridgeOffer | undefined>
  /** The terms as the crossing contract takes them. @throws RangeError if it cannot write them exactly */
  toTerms(route: BridgeRoute, fee: BridgeFee): BridgeTerms
  /**
   * What it pays for another deposit on the same terms.
   * @returns units of the route's asset there, rounded down as the contract rounds; `undefined` if the fee takes all
   */
  quote(route: BridgeRoute, deposited: Amount, fee: BridgeFee): Amount | undefined
  /** Who has what, where, if a crossing does not end as quoted. */
  listFailures(
    route: BridgeRoute,
    order: Pick<CrossOrder, 'refundTo' | 'recipient' | 'receiver' | 'toDeadline'>,
  ): readonly FailureOutcome[]
  /**
   * The deposit in a receipt of the source network: whether this bridge has taken part, and which network it pays on.
   * @returns `undefined` if there is none of this bridge
   * @throws RangeError if there are several
   */
  findDeposit(receipt: BridgeReceipt, source: BridgeNetwork): BridgeDeposit | undefined
  /**
   * Where a crossing is, from the hash of its source transaction alone.
   * @param crossing the destination's crossing contract
   * @throws RangeError for a transaction without exactly one deposit for that destination, or if a contract's answer
   *   contradicts another one
   */
  track(hash: Hex, ends: CrossingEnds, crossing: Address): Promise<CrossingState>
  /**
   * Asks the bridge's service to sign a lapsed completion again; what it makes of that, only {@link track} shows.
   * @throws `SERVICE_UNREACHABLE`; RangeError for a crossing whose completion has not lapsed
   */
  renew?(state: CrossingState, ends: Pick<CrossingEnds, 'service'>): Promise<void>
  /** What can be done about a crossing as it is now. @param now the destination's head */
  listRecoveries(state: CrossingState, crossing: Address, now: Seconds): readonly Recovery[]
}

/** A network as bridges know it: by its chain id, so that a sandbox that plays it has the same contracts. */
export interface BridgeNetwork {
  readonly name: NetworkName
  readonly chainId: number
}

/** One side of a crossing. */
export interface CrossingEnd {
  readonly network: BridgeNetwork
  readonly reader: CrossingReader
}

export interface CrossingEnds {
  readonly source: CrossingEnd
  readonly destination: CrossingEnd
  /** The bridge's own service, if it has one and its URL is set. */
  readonly service?: BridgeService
}

/**
 * What a bridge's service answers to `{method} {URL}{path}`, parsed from JSON; `undefined` if it has nothing there yet (404).
 * A bridge believes nothing of it that the chains do not confirm. May throw `SERVICE_UNREACHABLE`.
 * @param method `GET` if absent
 */
export type BridgeService = (path: string, method?: 'GET' | 'POST') => Promise<unknown>

/** What an offer is computed from. */
export interface BridgeMarket extends CrossingEnds {
  /** The gas of the payment and the delivery at the destination's price, in units of the asset paid, rounded up. */
  readonly paymentCost: Amount
  /** What the swap there is given; `undefined` if the bridge itself pays the recipient. */
  readonly arrival: Pick<DeliveryMessage, 'gas' | 'route'> | undefined
}

export interface BridgeOffer {
  readonly fee: BridgeFee
  /** For the whole deposit, in units of the asset paid. */
  readonly paid: Amount
  /** Native currency that the source's transaction carries for the bridge's message; what is left of it comes back. */
  readonly value: Wei
  /** From the deposit to the payment as a rule; no contract enforces it. */
  readonly usualSeconds: number
  /** What the payment costs the one who completes it, in units of the asset paid; absent if the fee is for that. */
  readonly completionCost?: Amount
}

/** A fee as the crossing contract takes it. */
export type BridgeTerms = Pick<CrossOrder, 'bridgeRate' | 'bridgeFee'>

/** A call on the destination that ends an open claim, or completes a payment. */
export interface Recovery {
  readonly action: 'retry' | 'release' | 'complete'
  readonly to: Address
  readonly data: Hex
  /** The only one who may call; `undefined` if anyone may. */
  readonly by: Address | undefined
  /** The last second in which it can succeed; `undefined` if there is none. */
  readonly until: Seconds | undefined
  /** The call reverts until the bridge's service has signed it again: {@link Bridge.renew}. */
  readonly isLapsed?: true
}

/** A token that a bridge takes or pays on one network. */
export interface BridgeAsset {
  readonly address: Address
  readonly decimals: number
}

/** One asset between two networks. */
export interface BridgeRoute {
  /** The bridge's name. */
  readonly bridge: string
  readonly from: NetworkName
  readonly to: NetworkName
  readonly toChainId: number
  /** The contract of the source that deposits go to. */
  readonly contract: Address
  /** The contract of the destination that pays. */
  readonly toContract: Address
  readonly symbol: string
  readonly asset: BridgeAsset
  readonly toAsset: BridgeAsset
}

/** What is offered to the one who pays on the destination. Too little, and nobody does. */
export interface BridgeFee {
  /** Of the amount deposited, rounded down in the payment's disfavour. */
  readonly rate: Ppm
  /** Besides, in units of the asset paid: mostly for the gas of the payment. */
  readonly fixed: Amount
}

/**
 * Where a crossing is:
 *
 *     pending    the source transaction is not mined
 *     error      it reverted: nothing was deposited
 *     bridging   deposited, and not paid on the destination yet
 *     success    paid and delivered, or its claim closed by a delivery
 *     partial    paid, but not delivered: a claim is open, or was released as the bridge's asset
 *     expired    not paid in time: the bridge owes the refund
 *     refunded   not paid in time, and the bridge paid it back on the source
 */
export type CrossingState =
  | { readonly state: 'pending' | 'error' }
  | {
      readonly state: 'bridging'
      readonly deposit: BridgeDeposit
      /** The call that completes the payment, by anyone; if the bridge needs one and its service has signed it. */
      readonly completion?: {
        readonly to: Address
        readonly data: Hex
        /** Its signature was for blocks of the destination that have passed. */
        readonly isLapsed?: true
      }
    }
  | { readonly state: 'expired'; readonly deposit: BridgeDeposit }
  | {
      readonly state: 'refunded'
      readonly deposit: BridgeDeposit
      /** The transaction that paid it back; `undefined` if it is one of several that cannot be told apart. */
      readonly refund: Hex | undefined
    }
  | {
      readonly state: 'success'
      readonly deposit: BridgeDeposit
      /** The transaction that delivered: that of the payment, or that in which its claim was tried again. */
      readonly payment: Hex
    }
  | {
      readonly state: 'partial'
      readonly deposit: BridgeDeposit
      /** The transaction that paid. */
      readonly payment: Hex
      readonly claim: Claim
      /** False if it was released meanwhile, or how it was closed cannot be told. */
      readonly isOpen: boolean
    }

/** The terms of a deposit that decide what may become of it. */
export interface BridgeDeposit {
  /** By which the bridge knows it. */
  readonly id: bigint
  /** When it was made; no payment is older. */
  readonly at: Seconds
  readonly asset: Address
  readonly amount: Amount
  readonly toChainId: number
  readonly toAsset: Address
  /** The least that the bridge is to pay; once it has paid, what it paid. */
  readonly paid: Amount
  /** Whom the bridge pays there. */
  readonly receiver: Address
  /** To whom the refund goes on the source; `undefined` if the bridge refunds nothing. */
  readonly refundTo: Address | undefined
  /** The last second of the payment; `undefined` if there is none. */
  readonly deadline: Seconds | undefined
  /** For the receiver; `0x` if the bridge pays the recipient. */
  readonly message: Hex
}

/** What may go wrong with a crossing, told before it is signed. */
export interface FailureOutcome {
  readonly failure: 'nobody_pays' | 'nobody_completes' | 'swap_fails'
  /** What its owner has then. */
  readonly asset: Address
  readonly network: NetworkName
  readonly owner: Address
  /** From when on; the bridge's own work adds hours, without a bound that a contract enforces. */
  readonly from: Seconds
  /** True if the owner need not do anything. */
  readonly isAutomatic: boolean
}

/** What a bridge's tracking reads of a chain. Every method may throw `NETWORK_UNAVAILABLE`. */
export interface CrossingReader {
  /** `undefined` if the node has none. */
  receipt(hash: Hex): Promise<BridgeReceipt | undefined>
  /** At the head; `0x` for a failed call. */
  call(to: Address, data: Hex): Promise<Hex>
  /**
   * The logs of `address` since then with these topics, oldest first; `null` matches any. Older ones may be among them.
   * @throws RangeError if which block is that old cannot be told
   */
  logs(address: Address, topics: readonly (Hex | null)[], since: Seconds): Promise<readonly BridgeLog[]>
  /** The head's time. */
  now(): Promise<Seconds>
  /** The head's number as contracts there read it: on arbitrum that of ethereum. `undefined` if it cannot be told. */
  blockNumber(): Promise<bigint | undefined>
}

export interface BridgeReceipt {
  readonly status: 'success' | 'reverted'
  readonly logs: readonly BridgeLog[]
}

export interface BridgeLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transaction: Hex
}
