/** What the owner of this machine's keys allows them to sign. Stored beside the keys, not in a config file. */
import type { Address, NetworkName, Seconds } from '#domain/units'

/** A token of a rule: by symbol on every network that lists it, or one contract. */
export type PolicyToken =
  | { readonly symbol: string }
  | {
      readonly network: NetworkName
      readonly address: Address
      /** The contract's own when the rule was set; for display. */
      readonly symbol: string
      readonly decimals: number
    }

export interface TokenLimit {
  readonly token: PolicyToken
  /** Whole tokens, plain digits: `1000`, `0.5`. */
  readonly limit: string
}

/** An empty list restricts nothing. */
export interface PolicyRules {
  readonly perTransaction: readonly TokenLimit[]
  /** Over the last 24 hours by the time of signing, over all accounts, networks and processes. */
  readonly perDay: readonly TokenLimit[]
  readonly allowTokens: readonly PolicyToken[]
  readonly denyTokens: readonly PolicyToken[]
  /** Who may receive besides the sender itself. */
  readonly allowRecipients: readonly Address[]
  readonly networks: readonly NetworkName[]
}

export interface Policy extends PolicyRules {
  /** The state directory whose journal the limits of a day are counted in. */
  readonly stateDirectory: string
}

export const noRules: PolicyRules = {
  perTransaction: [],
  perDay: [],
  allowTokens: [],
  denyTokens: [],
  allowRecipients: [],
  networks: [],
}

/** A policy where it was found. */
export interface StoredPolicy extends Policy {
  readonly path: string
  /** Whether this process uses the state directory that the policy counts in. */
  readonly countsHere: boolean
}

/** What was typed, for the rules of any folder. */
export type RuleChange = (rules: PolicyRules) => PolicyRules

export interface PolicyFiles {
  /**
   * Every policy that binds a key: the machine's, and that of the folder with the key's file; equal ones once.
   * @throws `CONFIG_INVALID` for a file that cannot be read or understood: then nothing is signed; `UNSAFE_MODE`
   */
  find(keyFile?: string): readonly StoredPolicy[]
  /**
   * Changes the policy of each folder of our own keys by itself: what another folder's lacks stays in this one. A folder
   * without a policy begins with the first one found; one without rules is removed. Limits of a day stay counted in the
   * state directory that they are counted in; the first of them is counted in this process's. One process of this machine
   * at a time.
   * @returns the files written or removed @throws as `find`, `STORE_BUSY`; then nothing was changed
   */
  change(change: RuleChange): Promise<readonly string[]>
}

/** A trade that is about to be prepared, before anything is paid for it. */
export interface PlannedTrade {
  readonly network: NetworkName
  readonly sell: Address
  readonly sellAmount: bigint
  readonly buy: Address
  /** Where it is bought, if it is another network. */
  readonly toNetwork?: NetworkName
  /** The recipient, and the affiliate if there is one. */
  readonly recipients: readonly Address[]
}

/** How much of a limit is used. Amounts in 10^-36 of a whole token. */
export interface LimitUse {
  readonly limit: TokenLimit
  readonly per: 'transaction' | 'day'
  readonly max: bigint
  /** 0 for a limit per transaction. */
  readonly spent: bigint
}

/** Decimals of {@link LimitUse} and of every comparison: more than any listed token has. */
export const policyDecimals = 36

/** The length of a policy's day. */
export const policyDaySeconds = 86_400

/** What of a limit's token leaves the account, and when it was signed. */
export interface PolicySpend {
  readonly at: Seconds
  readonly network: NetworkName
  readonly token: Address
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** Set if nothing but one transaction can spend it: of all that were signed with one nonce, one can be mined. */
  readonly by?: NonceUse
}

/** Whose spend it is, among all with the same nonce. */
export interface NonceUse {
  /** Of one account on one network; as `nonceOf` names it. */
  readonly nonce: string
  readonly intent: string
}

/** The policy as commands see it; what is signed is checked wherever a signer is used. */
export interface SpendPolicy {
  /** The machine's own policy first. */
  find(): readonly StoredPolicy[]
  /** As `PolicyFiles.change`, while no process with this state directory signs under a policy. */
  change(change: RuleChange): Promise<readonly string[]>
  /** How far each limit is used now: on a sandbox, or on all real networks together. */
  usage(policy: StoredPolicy, on: NetworkName): Promise<readonly LimitUse[]>
  /** Whether a trade would be signed now. @throws `POLICY_VIOLATED` */
  requireAllowed(trade: PlannedTrade): Promise<void>
}
