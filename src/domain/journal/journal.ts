/** The journal of what was signed, and the lock on an account's nonces; implemented by `src/store`. */
import type { Observation } from '#domain/journal/observations'
import type { QuoteUses } from '#domain/journal/quote-uses'
import type { Intent, IntentTrade, SignedReplacement, SignedTx, Step, TypedRequest } from '#domain/journal/swap'
import type { Address, Hex, NetworkName, Seconds, Wei } from '#domain/units'

export interface IntentDraft {
  readonly id: string
  readonly key: string
  readonly kind: Intent['kind']
  readonly network: NetworkName
  readonly chainId: number
  readonly from: Address
  readonly at: Seconds
  readonly request?: TypedRequest | undefined
}

export interface IntentFilter {
  readonly from?: Address | undefined
  readonly network?: NetworkName | undefined
  /** Created at this time or later. */
  readonly since?: Seconds | undefined
  /** Created before this time. */
  readonly until?: Seconds | undefined
  /** With bytes signed at this time or later. */
  readonly signedSince?: Seconds | undefined
  /** The default is 100; 0 lists all. */
  readonly limit?: number | undefined
}

/**
 * What this machine has signed, and the evidence of its outcome. Every write is durable when its promise resolves
 * (`synchronous=FULL`). Stages are concluded from the evidence whenever an intent is read.
 */
export interface Journal {
  /** Creates an intent, or returns the one that already has this key. */
  open(draft: IntentDraft): Promise<Intent>
  /** Binds the trade that will be signed. @throws INTERNAL if the intent has a signed `swap` already. */
  bindTrade(id: string, trade: IntentTrade): Promise<void>
  /** Records a stage of an intent that has signed nothing for its purpose; a repeated stage is not recorded twice. */
  noteStage(id: string, stage: 'built' | 'simulated' | 'declined', at: Seconds): Promise<void>
  /**
   * Stores the first bytes of a step with what was seen of the account.
   * @param batch the batch it is of: a cancellation and a signature of it are stored one after the other, so that no row
   *   that was reported as cancelled is signed later
   * @throws INTERNAL if the intent has signed this step before; `BATCH_CANCELLED`
   */
  recordSigned(id: string, tx: SignedTx, at: Seconds, seen?: readonly Observation[], batch?: string): Promise<void>
  /**
   * Stores another signature of the first transaction of a step, which was made elsewhere: the same fields under another
   * hash. From then on it is followed; it is broadcast only if no other signature was before, and nothing replaces it.
   * The caller holds the account's lock.
   * @throws INTERNAL if the step has no bytes; `STORE_UNUSABLE` if it breaks a constraint of the store: another nonce or
   *   any other field, or the same signature again
   */
  recordSignature(id: string, tx: SignedTx, at: Seconds, seen?: readonly Observation[]): Promise<void>
  /**
   * Stores another version of a signed step, with the nonce of those before it. From then on every version is followed,
   * and only this one is broadcast. The caller holds the account's lock.
   * @throws `NOT_REPLACEABLE` if the step is in a block or final, or has a newer version than the one replaced;
   *   `STORE_UNUSABLE` if it breaks a constraint of the store: another nonce, less than 9/8 of the fees, another call.
   */
  recordReplacement(id: string, tx: SignedReplacement, at: Seconds): Promise<void>
  /**
   * Raises what is reserved for the L1 fee of a signed version, in wei: its signer may have known less, or nothing. A reserve
   * that is as high already stays. @throws INTERNAL if the step has no version of this hash
   */
  recordL1Fee(id: string, version: { readonly step: Step; readonly hash: Hex; readonly l1Fee: Wei }): Promise<void>
  /**
   * Adds evidence about a step. A look that shows the same as the endpoint's last one replaces it.
   * @returns the intent with its new conclusion
   */
  addObservations(id: string, step: Step, observations: readonly Observation[]): Promise<Intent>
  /** The intent created with exactly this key. */
  findByKey(key: string): Promise<Intent | undefined>
  /**
   * By id, unique prefix (≥ 8), key, quote id or its prefix, transaction hash, or `last`; `undefined` if there is none.
   * @throws `QUOTE_AMBIGUOUS`.
   */
  find(reference: string): Promise<Intent | undefined>
  /**
   * All that was signed here by a quote, or was about to be: what was bound to it or opened for it, its approval, and its
   * gasless orders. No id of an intent is compared, as {@link find} would.
   * @param id the quote's, or a prefix of it (≥ 8); there are no records of any other word
   * @throws `QUOTE_AMBIGUOUS` if a prefix fits several quotes
   */
  readByQuote(id: string): Promise<QuoteUses>
  /**
   * The highest nonce this account has signed for since `since` on this network that is not proven used or void. The
   * chain itself counts used nonces; older ones either reached a node long ago or are void.
   */
  highestNonce(network: NetworkName, from: Address, since: Seconds): Promise<number | undefined>
  /** The intents with a step on this nonce of the account that is not final: another one must not use it. */
  findByNonce(network: NetworkName, from: Address, nonce: number): Promise<readonly Intent[]>
  /** The intents of an account with a signed step whose nonce is at least `nonce`, oldest first. */
  listFromNonce(network: NetworkName, from: Address, nonce: number): Promise<readonly Intent[]>
  /** The tokens and spenders of everything an account has ever signed here that needs or sets an allowance. */
  listAllowanceUses(network: NetworkName, from: Address): Promise<readonly AllowanceUse[]>
  /** The latest intents first. */
  list(filter?: IntentFilter): Promise<readonly Intent[]>
  /** Stores an order before its signature leaves this machine; the same one again changes nothing. */
  recordOrder(order: JournalOrder): Promise<void>
  /** The order can never execute any more: it no longer counts as spent. */
  voidOrder(digest: Hex): Promise<void>
  /** Orders signed at this time or later that are not void, oldest first. */
  listOrders(signedSince: Seconds): Promise<readonly JournalOrder[]>
}

/** An order that this machine has signed: anyone who has it can execute it until its deadline. */
export interface JournalOrder {
  /** The EIP-712 hash that was signed. */
  readonly digest: Hex
  readonly network: NetworkName
  readonly router: Address
  readonly sender: Address
  /** The input token, and all that the order takes of it, with every fee. */
  readonly token: Address
  readonly amount: bigint
  /** Of the router's bitmap of the sender. */
  readonly nonce: bigint
  readonly deadline: Seconds
  readonly signedAt: Seconds
  /** The quote it is by; absent if an earlier version of this program signed it. */
  readonly quoteId?: string
}

/** A token, and an address that was to take it. */
export interface AllowanceUse {
  readonly token: Address
  readonly spender: Address
}

/**
 * Keeps other processes of this machine from using an account's nonces between reading one and sending. The operating
 * system frees it when the process dies, however it dies.
 */
export interface AccountLock {
  /** @throws `STORE_BUSY` if another process holds it longer than it should. */
  withLock<T>(chainId: number, account: Address, work: () => Promise<T>): Promise<T>
}
