import type { ContractVerification } from '#domain/deployed-code'
import type { SwapError } from '#domain/errors'
import type { FeeWishes, Payload, ReadPayload } from '#domain/payload'
import type { PermitRequest } from '#domain/permit'
import type { Quote, QuoteRequest } from '#domain/quote'
import type { RouterTransaction } from '#domain/router-transaction'
import type { Intent, TypedRequest } from '#domain/swap'
import type { Token } from '#domain/token'
import type { Address, Amount, Hex, NetworkName, Ppm, Wei } from '#domain/units'

/** What happens while a command works, told to whoever watches (a terminal, a test, nobody). */
export type Progress =
  | { readonly what: 'quoting' }
  /** From here on the command works on this intent: how it ends is in the journal. */
  | { readonly what: 'intent'; readonly id: string }
  | { readonly what: 'quoted'; readonly quote: Quote; readonly again: boolean }
  | { readonly what: 'approval'; readonly plan: ApprovalPlan }
  | { readonly what: 'checked'; readonly simulatedOut: Amount }
  | { readonly what: 'signed'; readonly intent: Intent }
  | { readonly what: 'sent'; readonly intent: Intent }
  | { readonly what: 'waiting'; readonly intent: Intent }
  | { readonly what: 'mined'; readonly intent: Intent }
  /** A reorganization took it out of its block. */
  | { readonly what: 'reorganized'; readonly intent: Intent }
  | { readonly what: 'resumed'; readonly intent: Intent }

/** Who is asked and told. */
export interface Dialogue {
  tell(progress: Progress): void
  /**
   * Dangers of a trade that have to be confirmed by hand, each: a recipient that is not the sender, a token that stands
   * in no list. Asked before anything is sent. @throws `DECLINED`, `CONFIRM_NEEDED`.
   */
  confirmRisks(quote: Quote): Promise<void>
  /** @throws `DECLINED` unless the user agrees; returns at once where no question is wanted. */
  confirmSwap(quote: Quote, terms: SwapTerms): Promise<void>
  confirmApproval(plan: ApprovalPlan, gas: GasCost): Promise<void>
}

/** What the gas of all that is about to be signed may cost. */
export interface GasCost {
  /** Nothing that may cost more is signed afterwards. */
  readonly maxGasCost: Wei
  /** By the prices of the moment. */
  readonly expectedGasCost: Wei
  /** US dollars per whole native coin; `undefined` where no pool of a stable token prices it. */
  readonly nativeUsd: number | undefined
}

/** `trusted`: by the user's `--trust-router` alone. */
export type RouterOwner = 'ours' | 'trusted'

/** What is to be agreed to beside the quote. */
export interface SwapTerms extends GasCost {
  readonly router: RouterOwner
}

export interface ApprovalPlan {
  readonly action: 'none' | 'approve' | 'reset+approve'
  readonly token: Token
  readonly spender: Address
  /** Whose router the spender is. */
  readonly router: RouterOwner
  readonly before: Amount
  readonly needed: Amount
  /** What the allowance will be. */
  readonly after: Amount
}

/** Limits the user sets on a trade; none of them is ever relaxed by itself. */
export interface Guards {
  readonly minimumOut: Amount | undefined
  readonly maximumIn?: Amount | undefined
  readonly maxSlippage: Ppm
  readonly maxImpact: Ppm
  /** Native; where absent, what the network's entry and the worth of the sale allow. */
  readonly maxGas: Wei | undefined
}

export interface SwapRequest {
  /** The user's `--id`: the same key never sends twice. */
  readonly key: string | undefined
  /** What the user typed; the key is bound to it. */
  readonly typed?: TypedRequest | undefined
  readonly account: string
  /** A quote that exists, or what to quote. */
  readonly quote: { readonly id: string } | { readonly request: QuoteRequest }
  readonly approve: 'exact' | 'max' | 'permit' | 'never'
  readonly requote: 'ask' | 'auto' | 'never'
  readonly guards: Guards
  readonly deadlineSeconds: number
  readonly fees: FeeWishes
  readonly confirmations: number
  /** How long to wait for them in all. */
  readonly seconds: number
  /** Return once the node has the transaction. */
  readonly wait: boolean
  /** Build, check and simulate only. */
  readonly dryRun: boolean
  /** A router that is not ours, which the user takes the word of a service for: watched instead of read. */
  readonly trustedRouter?: Address | undefined
}

export interface ApproveRequest {
  readonly account: string
  readonly of:
    | { readonly quoteId: string }
    | { readonly network: NetworkName; readonly token: Token; readonly amount: Amount }
  readonly max: boolean
  /** Sign an approval (EIP-2612) for whoever brings it to the chain, and send nothing. */
  readonly permit: boolean
  readonly reset: 'auto' | 'always' | 'never'
  readonly confirmations: number
  readonly seconds: number
  readonly wait: boolean
  /** As for a swap. */
  readonly trustedRouter?: Address | undefined
}

export interface Approved {
  readonly plan: ApprovalPlan
  /** Read back from the chain; `undefined` where nothing was waited for. */
  readonly allowance: Amount | undefined
  readonly intent: Intent | undefined
  /** A signed approval, where that was asked for. */
  readonly permit?: { readonly signature: Hex; readonly request: PermitRequest }
}

export interface Swapped {
  readonly quote: Quote | undefined
  /** What was built and checked; set by a dry run, which makes no intent. */
  readonly payload: Payload | undefined
  /** Why a dry run could check everything but the execution itself: what the account lacks for it. */
  readonly unsimulated: string | undefined
  readonly intent: Intent | undefined
}

export interface StatusOptions {
  /** Who asks for more blocks than the entry does is not told of a final stage without looking again. */
  readonly confirmations?: number | undefined
  /** Told before the chain is asked. */
  readonly onFound?: (intent: string) => void
}

/** How far an intent has come, and what kept the chain from being asked just now. */
export interface IntentStatus {
  readonly intent: Intent
  readonly unasked: string | undefined
}

export interface Holding {
  readonly token: Token
  readonly amount: Amount
  /** What our router may still take of it. */
  readonly allowance: Amount
}

/** A contract of ours in its place. */
export interface Deployed {
  /** `router`, or an adapter's. */
  readonly name: string
  readonly address: Address
  /** What put it there; `undefined` where it stood there before. */
  readonly intent: Intent | undefined
}

/** What only the holder of keys can do; the quotes come from a `Service`, local or remote. */
export interface Trader {
  swap(request: SwapRequest, dialogue: Dialogue): Promise<Swapped>
  approve(request: ApproveRequest, dialogue: Dialogue): Promise<Approved>
  /** Looks the intent's transactions up and records what it finds. @throws `SWAP_NOT_FOUND`. */
  status(reference: string, options?: StatusOptions): Promise<IntentStatus>
  /**
   * The intent of a key, as far as the journal knows it: no chain is asked.
   * @throws `KEY_TAKEN` when it was opened for another request
   */
  earlier(key: string, typed?: TypedRequest): Promise<Intent | undefined>
  /** Takes up a swap that is signed, as `swap` with its key would. */
  resume(
    intent: Intent,
    request: Pick<SwapRequest, 'confirmations' | 'seconds' | 'wait'>,
    dialogue: Dialogue,
  ): Promise<Swapped>
  /** The failure that the journal gives a command which worked on an intent and met `cause`. */
  outcome(id: string, cause: SwapError): Promise<SwapError>
  /**
   * A transaction of anybody's as its chain tells it; `undefined` where no endpoint of the network knows it.
   * @param confirmations blocks that must stand on it; the network's own where absent
   */
  transaction(network: NetworkName, hash: Hex, confirmations?: number): Promise<RouterTransaction | undefined>
  /** Follows the last transaction until it has `confirmations`; `PENDING` or `OUTCOME_UNKNOWN` when `seconds` ran out. */
  follow(
    intent: Intent,
    limits: { readonly confirmations: number; readonly seconds: number },
    dialogue: Dialogue,
  ): Promise<Intent>
  balances(network: NetworkName, owner: Address, tokens: readonly Token[]): Promise<readonly Holding[]>
  /** What an owner can sell of a token: of the native currency, all but what the gas of a swap may cost. */
  spendable(network: NetworkName, owner: Address, token: Token): Promise<Amount>
  /** The request that a payload of our router serves; `undefined` for any other bytes. Asks nobody. */
  read(data: Hex): ReadPayload | undefined
  /** Deploys our router, then its adapters, by CREATE2 where they are not there yet. */
  deployRouter(
    network: NetworkName,
    account: string,
    dialogue: Dialogue,
  ): Promise<{ readonly router: Deployed; readonly adapters: readonly Deployed[] }>
  /** Compares the code of our contracts on a network with what is pinned, and says how explorers verify it. Signs nothing. */
  verifyContracts(network: NetworkName): Promise<ContractVerification>
}

/** Tokens by what users type: a symbol of the list, an address, or both as `SYMBOL@0x…`. */
export interface TokenBook {
  /**
   * @param allowUnlisted an address that is not in the list is read from the chain instead of refused
   * @throws `TOKEN_NOT_FOUND`, `TOKEN_AMBIGUOUS`, `TOKEN_UNLISTED`, `TOKEN_MISMATCH`, `TOKEN_UNREADABLE`, `BAD_CHECKSUM`
   */
  resolve(network: NetworkName, text: string, allowUnlisted: boolean): Promise<Token>
  list(network: NetworkName): readonly Token[]
}
