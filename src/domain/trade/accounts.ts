import type { SwapTypedData } from '#domain/api/typed-data'
import type { IntentTrade, Step } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { PlannedTrade } from '#domain/policy/policy'
import type { DecodedTransaction } from '#domain/trade/offline'
import type { DaiPermitRequest, PermitRequest } from '#domain/trade/permit'
import type { TypedMessage } from '#domain/trade/typed-message'
import type { Address, Hex, NetworkName, Wei } from '#domain/units'

/** A key that can be used by name. */
export interface Account {
  /** The file's name without its extension; unique among the folders searched. */
  readonly name: string
  readonly address: Address
  /** The key file, or a description of where else the key comes from. */
  readonly path: string
  /** `watch`: an address without a key. */
  readonly kind: 'keystore' | 'development' | 'environment' | 'watch'
}

/** An account as a list shows it, found without opening any file. */
export interface ListedAccount extends Omit<Account, 'address' | 'kind'> {
  /** `undefined` if the file does not contain it (Foundry's do not) and it has not been unlocked here. */
  readonly address: Address | undefined
  /** `broken`: a file that should hold a key and cannot be used. */
  readonly kind: Account['kind'] | 'broken'
  /** What is wrong with a broken file. */
  readonly flaw?: string
}

/**
 * A key that signs whatever it is given: only `src/wallet` creates it, and only the policy's guard uses it. Its key is
 * decrypted by `unlock`, at most once, and lives in this process only.
 */
export interface KeySigner {
  readonly address: Address
  /** Asks for the password and decrypts. @throws `PASSWORD_WRONG`, `PASSWORD_NEEDED`, `KEYSTORE_UNREADABLE`, `UNSAFE_MODE`. */
  unlock(): Promise<void>
  /** Signs with the explicit chain id of the payload (EIP-155, EIP-1559); unlocks first if needed. */
  sign(payload: Payload, nonce: number): Promise<SignedBytes>
  /** Signs an EIP-2612 approval, 65 bytes; unlocks first if needed. */
  signPermit(permit: PermitRequest): Promise<Hex>
  /** Signs DAI's approval of everything, 65 bytes. */
  signDaiPermit(permit: DaiPermitRequest): Promise<Hex>
  /** Signs an order for a relayer, 65 bytes. */
  signOrder(order: SwapTypedData): Promise<Hex>
  /** Signs a text (EIP-191), 65 bytes. */
  signText(text: string): Promise<Hex>
  /** Signs a structured message (EIP-712), 65 bytes. @throws `VALIDATION_FAILED` if its values do not fit its types */
  signTyped(message: TypedMessage): Promise<Hex>
}

export interface SignedBytes {
  readonly raw: Hex
  readonly hash: Hex
}

/** One version of one transaction of an intent. */
export interface TransactionToSign {
  readonly network: NetworkName
  readonly payload: Payload
  readonly nonce: number
  /** The intent's id. */
  readonly intent: string
  readonly step: Step
  /** What a `swap` step trades, for a payload that cannot be decoded. */
  readonly trade: Pick<IntentTrade, 'sell' | 'buy' | 'sellAmount' | 'to'> | undefined
  /** What was reserved for its L1 fee; absent where the network takes none, or no chain could be asked. */
  readonly l1Fee?: Wei
  /** It submits an order of another's: its versions are in a service's store, not in the journal. */
  readonly relays?: true
}

/** An account that can sign what the spend policy allows: every signature is checked right before it is made. */
export interface Signer {
  readonly address: Address
  /** As a key's. */
  unlock(): Promise<void>
  /**
   * Whether a trade would be signed now, before anything is paid for it. The check is repeated at its signature.
   * @throws `POLICY_VIOLATED`
   */
  requireAllowed(trade: PlannedTrade): Promise<void>
  /** Whether it would sign for a relayer on these networks. @throws `POLICY_VIOLATED` */
  requireRelaying(networks: readonly NetworkName[]): Promise<void>
  /**
   * Signs, stores, and returns the bytes. No other process of this machine signs between the check of a day's limit and
   * the end of `record`, which has to make the bytes durable: they count from then on.
   * @throws `POLICY_VIOLATED` before anything is signed; what `record` throws, and then the bytes are lost
   */
  sign(transaction: TransactionToSign, record: (signed: SignedBytes) => Promise<void>): Promise<SignedBytes>
  /** @throws `POLICY_VIOLATED` */
  signPermit(permit: PermitRequest, network: NetworkName): Promise<Hex>
  /** @throws `POLICY_VIOLATED` */
  signDaiPermit(permit: DaiPermitRequest, network: NetworkName): Promise<Hex>
  /**
   * Of a router of ours only.
   * @param quoteId the quote it is by, by which the journal finds it again
   * @throws `POLICY_VIOLATED`
   */
  signOrder(order: SwapTypedData, network: NetworkName, quoteId?: string): Promise<Hex>
  /** @throws `POLICY_VIOLATED` */
  signText(text: string): Promise<Hex>
  /** @throws `POLICY_VIOLATED`, `VALIDATION_FAILED` */
  signTyped(message: TypedMessage): Promise<Hex>
}

/** Where a secret comes from: a terminal, a file, standard input, the environment. Never an argument. */
export interface Secrets {
  /** @throws `PASSWORD_NEEDED` if no source gives one and there is no terminal to ask on. */
  password(account: string): Promise<string>
  /** A new password, typed twice on a terminal. */
  newPassword(account: string): Promise<string>
}

/** The accounts as the wallet knows them: with signers that ask nobody. */
export interface KeyAccounts extends Omit<Accounts, 'signer'> {
  keySigner(account: Account): KeySigner
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
  /** Adds an address without a key. @throws `ACCOUNT_EXISTS`, `USAGE` */
  addWatch(name: string, address: Address): Promise<Account>
  /** The private key as hex, for a person. @throws what `unlock` throws */
  exportKey(account: Account): Promise<string>
  /** Takes an account's file away. @returns where it was moved to. @throws `ACCOUNT_NOT_FOUND`, `USAGE` */
  remove(name: string): Promise<string>
  /** @throws `USAGE` for another program's file, `PASSWORD_EMPTY`, what `unlock` throws */
  changePassword(account: Account, password: string): Promise<void>
  /** What signed bytes are, and who signed them. @throws `VALIDATION_FAILED` if they are no signed transaction */
  readSigned(raw: Hex): Promise<DecodedTransaction>
  /** Who signed a text or a message; `undefined` if the signature is of no account. */
  recover(signed: string | TypedMessage, signature: Hex): Promise<Address | undefined>
}
