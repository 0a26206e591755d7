import { promises as disk } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fail } from '#domain/errors'
import type { Account, ListedAccount } from '#domain/trade/accounts'
import type { AccountsContext } from '#wallet/accounts-context'
import { decryptKeystore, type Keyring } from '#wallet/keyring'
import { parseKeystore, writeKeystore } from '#wallet/keystore-format'
import { writeNew } from '#wallet/private-file'

/** The private key as hex, for a person to write down. @throws what `unlock` throws */
export async function exportKey(keyring: Keyring, account: Account): Promise<string> {
  const { key } = await keyring.unlock(account)
  return `0x${key.toString('hex')}`
}

/**
 * Takes the account's file away: it is renamed to a hidden name in the same folder, since a deleted key is gone for
 * good.
 * @returns where it is now
 * @throws `USAGE` for a file of another program, or a key that is in no file
 */
export async function removeAccount(context: AccountsContext, account: ListedAccount): Promise<string> {
  requireOwnFile(context, account)
  const path = join(dirname(account.path), `.removed-${account.name}-${context.uuid()}.json`)
  try {
    await disk.rename(account.path, path)
  } catch (error) {
    throw writeFailure(account.path, error)
  }
  return path
}

/**
 * Encrypts the key under another password. The new file is read back before it takes the old one's place, at once.
 * @throws `USAGE` as {@link removeAccount}, `PASSWORD_EMPTY`, what `unlock` throws
 */
export async function changePassword(
  context: AccountsContext,
  keyring: Keyring,
  { account, password }: { readonly account: Account; readonly password: string },
): Promise<void> {
  requireOwnFile(context, account)
  if (account.kind !== 'keystore') throw fail('ACCOUNT_WATCH_ONLY', { account: account.name })
  if (password === '') throw fail('PASSWORD_EMPTY', { account: account.name })
  const { key, address } = await keyring.unlock(account)
  const { encryptKey } = await import('#wallet/keystore-crypto')
  const text = writeKeystore(await encryptKey(context, { key, address, password }), context.uuid())
  const { name, path } = account
  const again = await decryptKeystore(parseKeystore(text), { name, path, password })
  const isSame = again.equals(key)
  again.fill(0)
  if (!isSame) throw fail('INTERNAL', { reason: 'a new key file does not hold the key' })

  const id = context.uuid()
  const draft = join(dirname(path), `.${id}.new`)
  if (!(await writeNew(draft, text, join(dirname(path), `.${id}.draft`)))) throw fail('ACCOUNT_EXISTS', { name })
  try {
    await disk.rename(draft, path)
  } catch (error) {
    await disk.unlink(draft).catch(() => undefined)
    throw writeFailure(path, error)
  }
}

function requireOwnFile({ directory }: AccountsContext, { name, path, kind }: ListedAccount): void {
  if (kind === 'development' || kind === 'environment')
    throw fail('USAGE', { reason: `The key of ${name} is in no file of yours.` })
  if (dirname(path) !== resolve(directory))
    throw fail('USAGE', {
      reason: `The key file ${path} belongs to another program.`,
      fix: 'change it there, or import it: swapline wallet import <name> --key-file <file>',
    })
}

const writeFailure = (path: string, error: unknown) =>
  fail('KEYSTORE_UNREADABLE', {
    path,
    reason: `it cannot be replaced (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
  })
