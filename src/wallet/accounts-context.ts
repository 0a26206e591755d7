import type { Secrets } from '#domain/accounts'
import type { Address } from '#domain/units'

export interface AccountsContext {
  /** Where new key files go: 0700, its files 0600. */
  readonly directory: string
  /** Searched as well, never written: Foundry's, geth's, or one the user names; a path to a key file is fine too. */
  readonly foreignDirectories: readonly string[]
  readonly secrets: Secrets
  /** Must be fit for secrets. */
  readonly randomBytes: (size: number) => Uint8Array
  readonly uuid: () => string
  /** A private key from the environment, as hex: the account `environment`. Warning of it is the caller's part. */
  readonly environmentKey?: string
  /** Accounts of the sandbox, whose keys everybody knows. */
  readonly development?: readonly { readonly name: string; readonly address: Address; readonly key: string }[]
}
