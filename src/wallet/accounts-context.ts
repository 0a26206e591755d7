import type { Secrets } from '#domain/trade/accounts'
import type { Address } from '#domain/units'

export interface AccountsContext {
  /** The folder of new key files: 0700, its files 0600. */
  readonly directory: string
  /** Also searched, never written: Foundry's, geth's, or one the user names; a path to a key file is allowed too. */
  readonly foreignDirectories: readonly string[]
  readonly secrets: Secrets
  /** Must be cryptographically secure. */
  readonly randomBytes: (size: number) => Uint8Array
  readonly uuid: () => string
  /** A private key from the environment, as hex: the account `environment`. Warning about it is the caller's job. */
  readonly environmentKey?: string
  /** Accounts of the sandbox, whose keys are public. */
  readonly development?: readonly { readonly name: string; readonly address: Address; readonly key: string }[]
}
