/** The journal of what was signed, and the lock on an account's nonces: made for real by `src/store`. */
import type { Observation } from '#domain/evidence'
import type { Intent, SignedTx, Step, Trade, TypedRequest } from '#domain/swap'
import type { Address, NetworkName, Seconds } from '#domain/units'

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

/**
 * What this machine has signed, and the evidence of what became of it. Every write is durable when its promise
 * resolves (`synchronous=FULL`). Stages are concluded from the evidence whenever an intent is read.
 */
export interface Journal {
  /** Opens an intent, or returns the one that already has this key. */
  open(draft: IntentDraft): Promise<Intent>
  /** Binds the trade that will be signed. @throws INTERNAL when the intent has a signed `swap` already. */
  bind(id: string, trade: Trade): Promise<void>
  /** Notes a stage of an intent that has signed nothing for its purpose; the same one again is not noted twice. */
  note(id: string, stage: 'built' | 'simulated' | 'declined', at: Seconds): Promise<void>
  /** Stores signed bytes with what was seen of the account. @throws INTERNAL when the intent has signed this step before. */
  signed(id: string, tx: SignedTx, at: Seconds, seen?: readonly Observation[]): Promise<void>
  /**
   * Adds evidence about a step. A look that shows what the last one of the same endpoint showed takes its place.
   * @returns the intent with what is concluded now
   */
  observe(id: string, step: Step, observations: readonly Observation[]): Promise<Intent>
  /** The intent opened with exactly this key. */
  byKey(key: string): Promise<Intent | undefined>
  /** By id, unique prefix (≥ 8), key, quote id or its prefix, transaction hash, or `last`; `undefined` where there is none. @throws `QUOTE_AMBIGUOUS`. */
  find(reference: string): Promise<Intent | undefined>
  /**
   * The highest nonce this account has signed for since `since` on this network and that is not proven used or void.
   * What is used the chain counts itself; what is older either reached a node long ago or is void.
   */
  highestNonce(network: NetworkName, from: Address, since: Seconds): Promise<number | undefined>
  list(filter?: { from?: Address; limit?: number }): Promise<readonly Intent[]>
}

/**
 * Keeps other processes of this machine from using an account's nonces between reading one and sending.
 * The operating system frees it when the process dies, however it dies.
 */
export interface AccountLock {
  /** @throws `STORE_BUSY` when another process holds it for longer than it should. */
  hold<T>(chainId: number, account: Address, work: () => Promise<T>): Promise<T>
}
