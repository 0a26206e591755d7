/** Transactions that one machine builds, another one signs without a network, and the first one sends. */
import type { GasBudget, IntentTrade } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { QuoteToApprove } from '#domain/trade/allowances'
import type { Signatory } from '#domain/trade/dialogue'
import type { Address, Amount, Hex, NetworkName, Seconds, Wei } from '#domain/units'

interface UnsignedBase {
  readonly network: NetworkName
  readonly payload: Payload
  readonly nonce: number
  /** The limits it was built within. */
  readonly budget: GasBudget
  /**
   * What was reserved for its L1 fee where it was built; absent where the network takes none, or if an earlier version of
   * this program built it. Where it is signed, no chain tells another.
   */
  readonly l1Fee?: Wei
  readonly builtAt: Seconds
}

export interface UnsignedSwap extends UnsignedBase {
  readonly step: 'swap'
  readonly trade: IntentTrade
}

/** An approval of our router. */
export interface UnsignedApproval extends UnsignedBase {
  readonly step: 'approve'
  readonly token: Token
  /** The allowance afterwards. */
  readonly amount: Amount
  /** The allowance where it was built; absent if an earlier version of this program built it. */
  readonly before?: Amount
}

/** A transaction that lacks its signature, with the terms that its bytes are compared with. */
export type UnsignedTransaction = UnsignedSwap | UnsignedApproval

export interface SignedTransaction {
  readonly unsigned: UnsignedTransaction
  readonly raw: Hex
  readonly hash: Hex
}

/** The fields of signed bytes, and the account that their signature proves. */
export interface DecodedTransaction {
  readonly payload: Payload
  readonly nonce: number
  readonly hash: Hex
}

/** What a person is asked about before a transaction is signed offline. */
export interface OfflineDialogue {
  /** As for a swap that is quoted here. */
  confirmRisks(trade: TradeParties): Promise<void>
  /** @throws `DECLINED`, `CONFIRM_NEEDED` */
  confirmSignature(unsigned: UnsignedTransaction, account: Signatory): Promise<void>
}

/** Who trades what with whom. */
export interface TradeParties extends Pick<Quote, 'sell' | 'buy'> {
  readonly request: Pick<QuoteRequest, 'from' | 'to' | 'network'>
}

/** Of an amount of a token, or of what a quote sells. */
export type ApprovalToBuild = ({ readonly token: Token; readonly amount: Amount } | QuoteToApprove) & {
  readonly from: Address
  /** The next free one if absent. */
  readonly nonce: number | undefined
  /** The command's own limit: for most of it, what others do with the allowance is waited for. */
  readonly timeoutSeconds: number
}

export interface SignOptions {
  /** The most that gas may cost here, whatever the file says; the entry's `gasBudgetFloor` if absent. */
  readonly maxGas: Wei | undefined
}

export interface SendOptions {
  readonly confirmations: number
  readonly timeoutSeconds: number
  readonly wait: boolean
  /** Executed on the chain's state before it is sent for the first time. */
  readonly simulates: boolean
}
