import { dirname, resolve } from 'node:path'
import { fail } from '#domain/errors'
import type { ListedAccount } from '#domain/trade/accounts'
import type { Address } from '#domain/units'
import type { AccountsContext } from '#wallet/accounts-context'
import { InvalidKeystoreError, type Keystore, parseKeystore } from '#wallet/keystore-format'
import type { KnownAddresses } from '#wallet/known-addresses'
import { checkDirectory, readPrivate } from '#wallet/private-file'
import { addressOf, isPrivateKey, keyFromHex } from '#wallet/private-key'

export interface UnlockedKey {
  readonly key: Buffer
  readonly address: Address
}

/**
 * Keys by account, each decrypted at most once. They stay in this process's memory until it ends, as bytes that no log
 * or error can print by accident; keys derived from passwords are wiped at once. The password itself is text, which
 * JavaScript cannot wipe.
 */
export interface Keyring {
  /** @throws `PASSWORD_WRONG`, `PASSWORD_NEEDED`, `KEYSTORE_UNREADABLE`, `UNSAFE_MODE`; the next call tries again. */
  unlock(account: ListedAccount): Promise<UnlockedKey>
}

export function createKeyring(context: AccountsContext, known: KnownAddresses): Keyring {
  const opened = new Map<string, Promise<UnlockedKey>>()
  return {
    unlock: (account) => {
      const opening = opened.get(account.path) ?? unlockKey(context, known, account)
      opened.set(account.path, opening)
      opening.catch(() => opened.delete(account.path))
      return opening
    },
  }
}

async function unlockKey(
  context: AccountsContext,
  known: KnownAddresses,
  account: ListedAccount,
): Promise<UnlockedKey> {
  const key = await loadKey(context, known, account)
  const address = await addressOf(key)
  if (account.address !== undefined && account.address !== address) {
    const reason = `it says ${account.address} but holds the key of ${address}`
    throw fail('KEYSTORE_UNREADABLE', { path: account.path, reason })
  }
  return { key, address }
}

async function loadKey(context: AccountsContext, known: KnownAddresses, account: ListedAccount): Promise<Buffer> {
  if (account.kind === 'watch') throw fail('ACCOUNT_WATCH_ONLY', { account: account.name })
  if (account.kind === 'environment') return parseGivenKey(account.path, context.environmentKey)
  if (account.kind === 'development') {
    const { key } = context.development?.find(({ address }) => address === account.address) ?? {}
    return parseGivenKey(account.path, key)
  }
  return readKeyFile(context, known, account)
}

async function parseGivenKey(path: string, text: string | undefined): Promise<Buffer> {
  const key = keyFromHex((text ?? '').trim())
  if (key === undefined) throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it is not a private key' })
  return key
}

async function readKeyFile(
  context: AccountsContext,
  known: KnownAddresses,
  { name, path }: ListedAccount,
): Promise<Buffer> {
  if (dirname(path) === resolve(context.directory)) await checkDirectory(context.directory)
  const text = await readPrivate(path)
  const keystore = parseOrFail(path, () => parseKeystore(text))
  const key = await decryptKeystore(keystore, { name, path, password: await context.secrets.password(name) })
  if (keystore.address === undefined) await known.learn(text, await addressOf(key))
  return key
}

/** @throws `PASSWORD_WRONG`, `KEYSTORE_UNREADABLE`. */
export async function decryptKeystore(
  keystore: Keystore,
  { name, path, password }: { readonly name: string; readonly path: string; readonly password: string },
): Promise<Buffer> {
  const { decryptKey } = await import('#wallet/keystore-crypto')
  const key = await decryptKey(keystore, password)
  if (key === undefined) throw fail('PASSWORD_WRONG', { account: name })
  if (!isPrivateKey(key)) throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it does not hold a private key' })
  return key
}

function parseOrFail<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof InvalidKeystoreError) throw fail('KEYSTORE_UNREADABLE', { path, reason: error.message })
    throw error
  }
}
