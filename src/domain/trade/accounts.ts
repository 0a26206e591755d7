import type { Payload } from '#domain/payload'
import type { PermitRequest } from '#domain/trade/permit'
import type { Address, Hex } from '#domain/units'

/** A key that can be used by name. */
export interface Account {
  /** The file's name without its extension; unique among the folders searched. */
  readonly name: string
  readonly address: Address
  /** The key file, or a description of where else the key comes from. */
  readonly path: string
  readonly kind: 'keystore' | 'development' | 'environment'
}

/** An account as a list shows it, found without opening any file. */
export interface ListedAccount extends Omit<Account, 'address'> {
  /** `undefined` if the file does not contain it (Foundry's do not) and it has not been unlocked here. */
  readonly address: Address | undefined
}

/** An account that can sign. Its key is decrypted by `unlock`, at most once, and lives in this process only. */
export interface Signer {
  readonly address: Address
  /** Asks for the password and decrypts. @throws `PASSWORD_WRONG`, `PASSWORD_NEEDED`, `KEYSTORE_UNREADABLE`, `UNSAFE_MODE`. */
  unlock(): Promise<void>
  /** Signs with the explicit chain id of the payload (EIP-155, EIP-1559); unlocks first if needed. */
  sign(payload: Payload, nonce: number): Promise<{ readonly raw: Hex; readonly hash: Hex }>
  /** Signs an EIP-2612 approval, 65 bytes; unlocks first if needed. */
  signPermit(permit: PermitRequest): Promise<Hex>
}

/** Where a secret comes from: a terminal, a file, standard input, the environment. Never an argument. */
export interface Secrets {
  /** @throws `PASSWORD_NEEDED` if no source gives one and there is no terminal to ask on. */
  password(account: string): Promise<string>
  /** A new password, typed twice on a terminal. */
  newPassword(account: string): Promise<string>
}

export interface Accounts {
  /** Every account, those of our own folder first. */
  list(): Promise<readonly ListedAccount[]>
  /**
   * By name or address. Asks for the password if only the key itself can tell the address, and throws what `unlock`
   * throws.
   * @throws `ACCOUNT_NOT_FOUND`.
   */
  find(nameOrAddress: string): Promise<Account>
  signer(account: Account): Signer
  /** Creates a key and writes its file. @throws `ACCOUNT_EXISTS`, `USAGE` for an invalid name. */
  create(name: string): Promise<Account>
  /**
   * Imports a private key, a mnemonic or a keystore's JSON, told apart by their form. @throws `KEYSTORE_UNREADABLE`.
   */
  import(name: string, secret: string): Promise<Account>
}
