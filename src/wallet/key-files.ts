import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ListedAccount } from '#domain/trade/accounts'
import { InvalidKeystoreError, parseKeystore } from '#wallet/keystore-format'
import type { KnownAddresses } from '#wallet/known-addresses'
import { readPublic } from '#wallet/private-file'
import { readWatchAddress } from '#wallet/watch-account'

/**
 * The keystores in a directory, in the order of their names; a path to a key file stands for that file alone. Other
 * files are skipped; `showsBroken` lists those that are named like one and cannot be used, for our own folder. A symbolic link is listed without being followed, so that using its name reports why it is
 * refused.
 */
export async function listKeyFiles(
  known: KnownAddresses,
  directory: string,
  showsBroken = false,
): Promise<readonly ListedAccount[]> {
  const found = listFiles(directory)
  const listed = await Promise.all(found.map((file) => toListedAccount(known, file)))
  return listed.filter((account) => account !== undefined).filter(({ kind }) => showsBroken || kind !== 'broken')
}

/** The account name of a key file. */
export const nameOf = (path: string): string => basename(path, '.json')

interface KeyFileEntry {
  readonly path: string
  readonly isLink: boolean
}

function listFiles(directory: string): readonly KeyFileEntry[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    return entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isSymbolicLink()))
      .map((entry) => ({ path: join(directory, entry.name), isLink: entry.isSymbolicLink() }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    return isFile && dirname(directory) !== directory ? [{ path: directory, isLink: false }] : []
  }
}

/** A file that bears a key's name is named as broken: its owner would otherwise believe the key to be lost. */
const toBroken = (account: Omit<ListedAccount, 'address' | 'kind'>, flaw: string): ListedAccount | undefined =>
  account.path.endsWith('.json') || /^UTC--/.test(account.name)
    ? { ...account, address: undefined, kind: 'broken', flaw }
    : undefined

async function toListedAccount(
  known: KnownAddresses,
  { path, isLink }: KeyFileEntry,
): Promise<ListedAccount | undefined> {
  const account = { name: nameOf(path), path, kind: 'keystore' } as const
  if (isLink) return { ...account, address: undefined }
  const text = await readPublic(path)
  if (text === undefined) return toBroken(account, 'it cannot be read')
  const watched = readWatchAddress(text)
  if (watched !== undefined) return { ...account, address: watched, kind: 'watch' }
  try {
    return { ...account, address: parseKeystore(text).address ?? (await known.of(text)) }
  } catch (error) {
    return toBroken(account, error instanceof InvalidKeystoreError ? error.message : 'it is not a keystore')
  }
}
