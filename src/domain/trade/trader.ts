import type { SwapError } from '#domain/errors'
import type { PrivateChoice } from '#domain/journal/private-sending'
import type { Intent, TypedRequest } from '#domain/journal/swap'
import type { DecodedPayload, FeeOverrides, Payload, PayloadFrame } from '#domain/payload'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Token } from '#domain/token'
import type {
  AllowanceList,
  AllowancesRequest,
  ApprovalSearch,
  OpenGrant,
  QuoteToApprove,
  RevocationList,
  RevokeDialogue,
  RevokeRequest,
} from '#domain/trade/allowances'
import type { ClaimRequest, CrossOutcome, CrossRequest } from '#domain/trade/crossing'
import type { ContractVerification } from '#domain/trade/deployed-code'
import type { ApprovalPlan, Dialogue } from '#domain/trade/dialogue'
import type { SimulatedSwap } from '#domain/trade/dry-run'
import type {
  ApprovalToBuild,
  OfflineDialogue,
  SendOptions,
  SignedTransaction,
  SignOptions,
  UnsignedApproval,
  UnsignedSwap,
  UnsignedTransaction,
} from '#domain/trade/offline'
import type { PermitRequest } from '#domain/trade/permit'
import type { ReplaceRequest } from '#domain/trade/replacement'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import type { Address, Amount, Hex, NetworkName, Ppm, Wei } from '#domain/units'

/** Limits that the user sets on a trade; none of them is ever relaxed automatically. */
export interface Guards {
  readonly minimumOut: Amount | undefined
  readonly maximumIn?: Amount | undefined
  /**
   * The minimum accepted for an earlier quote of the same trade: a quote that yields less is refused, and the payload's
   * minimum is never lower.
   */
  readonly acceptedMinimum?: Amount | undefined
  readonly maxSlippage: Ppm
  readonly maxImpact: Ppm
  /** Native; if absent, the limit follows from the network's entry and the worth of the input. */
  readonly maxGas: Wei | undefined
}

export interface QuoteById {
  readonly id: string
  /** It was made for this request, of which nothing was signed before: a repeated one is none of it. */
  readonly isNew?: true
}

export interface SwapRequest {
  /** The user's `--id`: the same key never sends twice. */
  readonly key: string | undefined
  /** What the user typed; the key is bound to it. */
  readonly typed?: TypedRequest | undefined
  /** Only a dry run may lack it. */
  readonly account: string | undefined
  /** A quote that exists, or what to quote. */
  readonly quote: QuoteById | { readonly request: QuoteRequest }
  readonly approve: 'exact' | 'max' | 'permit' | 'never'
  readonly requote: 'ask' | 'auto' | 'never'
  readonly guards: Guards
  readonly deadlineSeconds: number
  readonly fees: FeeOverrides
  readonly confirmations: number
  /** Total time to wait for them. */
  readonly timeoutSeconds: number
  /** Return once the node has the transaction. */
  readonly wait: boolean
  /** Build, check and simulate only. */
  readonly dryRun: boolean
  /** false: signed without a simulation, at the quote's gas limit, and only for our own router and service. */
  readonly simulates?: boolean | undefined
  /** Of a dry run: whose swap is simulated, instead of the account's; the quote's sender if both are absent. */
  readonly simulatedSender?: Address | undefined
  /** Of a dry run: assume no balance or allowance. */
  readonly isRealState?: boolean | undefined
  /** A router that is not ours, trusted on a service's word: its calls are simulated instead of decoded. */
  readonly trustedRouter?: Address | undefined
  /** Of the swap's own transaction; the next free one if absent. */
  readonly nonce?: number | undefined
  /** Speeds it up while it is followed, if it waits longer than that, at most `max` times; never if absent. */
  readonly bump?: { readonly afterSeconds: number; readonly max: number } | undefined
  /** Sends the swap's own transaction to one private endpoint; to public nodes if absent. */
  readonly privately?: PrivateChoice | undefined
}

export interface ApproveRequest {
  readonly account: string
  readonly of:
    | QuoteToApprove
    | {
        readonly network: NetworkName
        readonly token: Token
        readonly amount: Amount
        /** An approval of the same key is one intent, however often it is requested. */
        readonly key?: string
      }
  readonly max: boolean
  /** Sign an approval (EIP-2612) for a relayer, and send nothing. */
  readonly permit: boolean
  /** `always` resets a larger allowance too, and so lowers it. */
  readonly reset: 'auto' | 'always' | 'never'
  /** Sets a larger allowance to the amount; otherwise it is left as it is. An amount of 0 is a revocation anyway. */
  readonly lower?: boolean
  readonly confirmations: number
  readonly timeoutSeconds: number
  readonly wait: boolean
  /** As for a swap. */
  readonly trustedRouter?: Address | undefined
}

export interface ApprovalOutcome {
  readonly plan: ApprovalPlan
  /** Read back from the chain; `undefined` if the command did not wait. */
  readonly allowance: Amount | undefined
  readonly intent: Intent | undefined
  /** The signed approval, if requested. */
  readonly permit?: { readonly signature: Hex; readonly request: PermitRequest }
}

export interface SwapOutcome {
  readonly quote: Quote | undefined
  /** The built and checked payload; set by a dry run, which creates no intent. */
  readonly payload: Payload | undefined
  /** Why a dry run could check everything but the execution itself: what the account lacks for it. */
  readonly unsimulated: string | undefined
  /** Of a dry run that was simulated. */
  readonly simulation?: SimulatedSwap
  readonly intent: Intent | undefined
}

export interface StatusOptions {
  /** With more confirmations than the entry's, a final stage is checked again before it is reported. */
  readonly confirmations?: number | undefined
  /** Called before the chain is asked. */
  readonly onFound?: (intent: string) => void
}

/** How far an intent has come, and what just prevented asking the chain. */
export interface IntentStatus {
  readonly intent: Intent
  readonly unasked: string | undefined
}

export interface TokenBalance {
  readonly token: Token
  readonly amount: Amount
  /** What our router may still spend of it. */
  readonly allowance: Amount
}

/** One of our contracts at its address. */
export interface DeployedContract {
  /** `router`, or an adapter's name. */
  readonly name: string
  readonly address: Address
  /** The intent that deployed it; `undefined` if it was there before. */
  readonly intent: Intent | undefined
}

export interface GaslessOutcome {
  readonly quote: Quote
  /** As the service tells it. */
  readonly record: SwapRecord
  /** By the user's own endpoints. */
  readonly seen: {
    /**
     * Its fill is shown, or while it is waited for its nonce is used; `undefined` if they contradict each other about the
     * nonce, or show what used it by nothing.
     */
    readonly isFilled: boolean | undefined
    /** The nonce is used and the deadline has passed, but no fill is shown: its owner cancelled it, or it cannot be traced. */
    readonly hasUnknownUse?: true
    /** Of another order, or of the owner's cancellation, which has used the nonce in a final block: it can never be filled. */
    readonly usedBy?: Hex
    /**
     * It is to be waited for: its fill is not as deep as asked for, or none is found and no block after its deadline is
     * final, so that who has the order may submit it.
     */
    readonly canExecute: boolean
    /** Of the transaction that filled it, as deep as asked for, whichever the service names; absent while there is none. */
    readonly hash?: Hex
    /** By the receipt of the order's own transaction; `undefined` if that is not found or does not show it. */
    readonly received: Amount | undefined
    /** Of what ended it. */
    readonly isFinal: boolean
  }
}

/** What only a key holder can do; the quotes come from a `Service`, local or remote. */
export interface Trader {
  swap(request: SwapRequest, dialogue: Dialogue): Promise<SwapOutcome>
  /**
   * A swap to another network: the transaction here, followed until the bridge has paid there.
   * @throws as `swap`; `CROSS_CHAIN_NOT_AVAILABLE`; `PENDING` if nothing was paid in time
   */
  cross(request: CrossRequest, dialogue: Dialogue): Promise<CrossOutcome>
  /** Where a crossing is, as both networks show it. @throws as `CrossingService.track` */
  trackCrossing(network: NetworkName, hash: Hex): Promise<TrackedCrossing>
  /**
   * Ends what a crossing left open, found by its source transaction alone.
   * @throws `USAGE` if there is nothing of this kind to do; as a deployment
   */
  claim(request: ClaimRequest, dialogue: Dialogue): Promise<Intent>
  /** The newest call of this kind about the crossing of a source transaction, unless it failed for good; asks no chain. */
  findClaim(action: ClaimRequest['action'], hash: string): Promise<Intent | undefined>
  /** Signs an order for the service's relayer, and follows it. @throws `GASLESS_NOT_AVAILABLE` */
  swapGasless(request: SwapRequest, dialogue: Dialogue): Promise<GaslessOutcome>
  approve(request: ApproveRequest, dialogue: Dialogue): Promise<ApprovalOutcome>
  /** What known spenders may take, at one block. @throws `TOKEN_UNREADABLE` for a token of the request. */
  allowances(request: AllowancesRequest): Promise<AllowanceList>
  /**
   * Takes back every known allowance that the request covers, one transaction and one intent each; a failure ends only
   * its own.
   */
  revoke(request: RevokeRequest, dialogue: RevokeDialogue): Promise<RevocationList>
  /** Approvals signed here that could give again what an intent took back. */
  findGrantsAfter(intent: Intent): Promise<readonly OpenGrant[]>
  /** The newest approval or revocation of a token that may have been sent and is in no block; asks no chain. */
  findOpenApproval(search: ApprovalSearch): Promise<Intent | undefined>
  /** Looks up the intent's transactions and records the findings. @throws `SWAP_NOT_FOUND`. */
  status(reference: string, options?: StatusOptions): Promise<IntentStatus>
  /**
   * The intent of a key, as far as the journal knows it: no chain is asked.
   * @throws `KEY_TAKEN` if it was created for another request
   */
  findByKey(key: string, typed?: TypedRequest): Promise<Intent | undefined>
  /** Resumes a signed swap, as `swap` with its key would. */
  resume(
    intent: Intent,
    request: Pick<SwapRequest, 'confirmations' | 'timeoutSeconds' | 'wait' | 'bump'>,
    dialogue: Dialogue,
  ): Promise<SwapOutcome>
  /**
   * Replaces the pending transaction of an intent and follows every version of it.
   * @throws `SWAP_NOT_FOUND`, `NOT_REPLACEABLE`, `GAS_ABOVE_LIMIT`, `CANCEL_TOO_LATE`; as `swap` does after its signature.
   */
  replace(request: ReplaceRequest, dialogue: Dialogue): Promise<Intent>
  /** Quotes, builds and simulates a swap of `from`; signs nothing. The quote is used up. */
  buildSwap(request: SwapRequest, from: Address, dialogue: Dialogue): Promise<UnsignedSwap>
  /** To be called before a built swap is written to a file: its quote was used for that, and anybody who has it may send it. */
  recordFile(unsigned: UnsignedSwap): Promise<void>
  buildApproval(request: ApprovalToBuild, dialogue: Dialogue): Promise<UnsignedApproval>
  /** Signs what another machine built, asking no chain. The same transaction gives the same bytes. */
  signUnsigned(
    unsigned: UnsignedTransaction,
    options: SignOptions,
    dialogue: OfflineDialogue,
  ): Promise<SignedTransaction>
  /** The intent of a transaction that was built for another machine, if this one has sent it; asks no chain. */
  findSent(unsigned: UnsignedTransaction): Promise<Intent | undefined>
  /** Sends what another machine signed, once, and follows it. */
  sendSigned(signed: SignedTransaction, options: SendOptions, dialogue: Dialogue): Promise<Intent>
  /** The failure that the journal implies for a command that worked on an intent and met `cause`. */
  outcome(id: string, cause: SwapError): Promise<SwapError>
  /**
   * Any transaction, as its chain shows it; `undefined` if no endpoint of the network knows it.
   * @param confirmations required blocks on it; the network's own if absent
   */
  transaction(network: NetworkName, hash: Hex, confirmations?: number): Promise<RouterTransaction | undefined>
  /**
   * Follows the last transaction until it has `confirmations`; `PENDING` or `OUTCOME_UNKNOWN` after `timeoutSeconds`.
   */
  follow(
    intent: Intent,
    limits: { readonly confirmations: number; readonly timeoutSeconds: number },
    dialogue: Dialogue,
  ): Promise<Intent>
  balances(network: NetworkName, owner: Address, tokens: readonly Token[]): Promise<readonly TokenBalance[]>
  /** The next nonces of an account that two endpoints have reached, or the only one that answers. */
  readNonces(network: NetworkName, account: Address): Promise<{ readonly latest: number; readonly pending: number }>
  /** What an owner can sell of a token: of the native currency, all but the maximum gas cost of a swap. */
  getSpendable(network: NetworkName, owner: Address, token: Token): Promise<Amount>
  /**
   * The request in a payload of our router; `undefined` for any other bytes, and if what is told around them is not what a
   * call of our router would have: its address, a network's chain id, the amount of native currency sold. Makes no call.
   */
  decodePayload(data: Hex, frame?: PayloadFrame): DecodedPayload | undefined
  /**
   * Deploys our router, then its adapters, by CREATE2 unless they are there already.
   * @param withCrossing the crossing contract and its bridges as well, named `crossing`, `cctp-bridge` and `stargate-bridge`
   *   among the adapters
   */
  deployRouter(
    network: NetworkName,
    account: string,
    dialogue: Dialogue,
    withCrossing?: boolean,
  ): Promise<{ readonly router: DeployedContract; readonly adapters: readonly DeployedContract[] }>
  /** A deployment as `deployRouter` would make it that is signed and not final; asks no chain. */
  findOpenDeployment(network: NetworkName, account: string, withCrossing?: boolean): Promise<Intent | undefined>
  /**
   * Compares the code of our contracts on a network with the pinned code, and returns how explorers verify it. Signs
   * nothing.
   */
  verifyContracts(network: NetworkName): Promise<ContractVerification>
}
