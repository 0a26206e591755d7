import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ListedAccount } from '#domain/accounts'
import { parseKeystore } from '#wallet/keystore-format'
import type { KnownAddresses } from '#wallet/known-addresses'
import { readPublic } from '#wallet/private-file'

/**
 * The keystores in a directory, in the order of their names; a path to a key file stands for that file alone.
 * What is no keystore is passed over. A symbolic link is listed without being followed, so that whoever names it is
 * told why it is refused.
 */
export async function keyFiles(known: KnownAddresses, directory: string): Promise<readonly ListedAccount[]> {
  const found = filesIn(directory)
  const listed = await Promise.all(found.map((file) => listedFile(known, file)))
  return listed.filter((account) => account !== undefined)
}

/** The name that a key file goes by. */
export const nameOf = (path: string): string => basename(path, '.json')

interface Found {
  readonly path: string
  readonly isLink: boolean
}

function filesIn(directory: string): readonly Found[] {
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

async function listedFile(known: KnownAddresses, { path, isLink }: Found): Promise<ListedAccount | undefined> {
  const account = { name: nameOf(path), path, kind: 'keystore' } as const
  if (isLink) return { ...account, address: undefined }
  const text = await readPublic(path)
  if (text === undefined) return undefined
  try {
    return { ...account, address: parseKeystore(text).address ?? (await known.of(text)) }
  } catch {
    return undefined
  }
}
