import { join, resolve } from 'node:path'
import { fail } from '#domain/errors'
import type { Account } from '#domain/trade/accounts'
import { checkName } from '#wallet/account-name'
import type { AccountsContext } from '#wallet/accounts-context'
import { readSecret } from '#wallet/imported-secret'
import { decryptKeystore } from '#wallet/keyring'
import { writeKeystore } from '#wallet/keystore-format'
import { claimKeystoreDirectory, writeNew } from '#wallet/private-file'
import { addressOf, generateKey } from '#wallet/private-key'

/** Generates a key and writes its file. @throws `USAGE`, `ACCOUNT_EXISTS`, `UNSAFE_MODE`, `PASSWORD_EMPTY`. */
export async function createAccount(
  context: AccountsContext,
  name: string,
  taken: ReadonlySet<string>,
): Promise<Account> {
  await checkPlace(context, name, taken)
  return wipeAfter(generateKey(context), (key) => saveWithNewPassword(context, { name, key }))
}

/**
 * Writes the file of an existing key. A keystore keeps its password, unless that is empty, and is encrypted again, as
 * strongly as ours.
 * @throws `USAGE`, `ACCOUNT_EXISTS`, `UNSAFE_MODE`, `PASSWORD_WRONG`, `PASSWORD_EMPTY`; `KEYSTORE_UNREADABLE`, which
 *   quotes nothing of `secret`.
 */
export async function importAccount(
  context: AccountsContext,
  { name, secret, taken }: { readonly name: string; readonly secret: string; readonly taken: ReadonlySet<string> },
): Promise<Account> {
  await checkPlace(context, name, taken)
  const path = `given for "${name}"`
  const given = await readSecret(secret)
  if ('flaw' in given) throw fail('KEYSTORE_UNREADABLE', { path, reason: given.flaw })
  if ('key' in given) return wipeAfter(given.key, (key) => saveWithNewPassword(context, { name, key }))

  const { keystore } = given
  const password = await context.secrets.password(name)
  return wipeAfter(await decryptKeystore(keystore, { name, path, password }), async (key) => {
    const address = await addressOf(key)
    if (keystore.address !== undefined && keystore.address !== address) {
      const reason = `it says ${keystore.address} but holds the key of ${address}`
      throw fail('KEYSTORE_UNREADABLE', { path, reason })
    }
    return password === ''
      ? saveWithNewPassword(context, { name, key })
      : saveKeystore(context, { name, key, password })
  })
}

async function wipeAfter<T>(key: Buffer, work: (key: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(key)
  } finally {
    key.fill(0)
  }
}

/** Runs before a password is asked for, so that the user types none for a refused name. */
async function checkPlace(context: AccountsContext, name: string, taken: ReadonlySet<string>): Promise<void> {
  checkName(name)
  // also the name of a file in another folder: ours would silently replace it
  if (taken.has(name)) throw fail('ACCOUNT_EXISTS', { name })
  claimKeystoreDirectory(context.directory)
}

/** Never creates a file that opens without a password. Another program's key file may do so, and is opened as it is. */
async function saveWithNewPassword(
  context: AccountsContext,
  { name, key }: { readonly name: string; readonly key: Buffer },
): Promise<Account> {
  const password = await context.secrets.newPassword(name)
  if (password === '') throw fail('PASSWORD_EMPTY', { account: name })
  return saveKeystore(context, { name, key, password })
}

async function saveKeystore(
  context: AccountsContext,
  { name, key, password }: { readonly name: string; readonly key: Buffer; readonly password: string },
): Promise<Account> {
  const address = await addressOf(key)
  const id = context.uuid()
  const directory = resolve(context.directory)
  const path = join(directory, `${name}.json`)
  const { encryptKey } = await import('#wallet/keystore-crypto')
  const text = writeKeystore(await encryptKey(context, { key, address, password }), id)
  if (!(await writeNew(path, text, join(directory, `.${id}.draft`)))) throw fail('ACCOUNT_EXISTS', { name })
  return { name, address, path, kind: 'keystore' }
}
