import { constants, promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '#domain/errors'
import { claimDirectory, requirePrivate } from '#system/private-directory'

/** A keystore is under 1 KiB; nothing larger than this is read. */
const maxBytes = 65_536

/**
 * Creates the keystore's directory, accessible to its owner only.
 * @throws `KEYSTORE_UNREADABLE` if it cannot be created, `UNSAFE_MODE` if it exists and others can access it
 */
export function claimKeystoreDirectory(directory: string): void {
  claimDirectory(directory, (error) =>
    fail('KEYSTORE_UNREADABLE', { path: directory, reason: `it cannot be created (${codeOf(error)})` }),
  )
}

/** @throws `UNSAFE_MODE` if others can access `directory`. */
export async function checkDirectory(directory: string): Promise<void> {
  requirePrivate(directory, await disk.stat(directory), '700')
}

/**
 * The text of a file that only its owner can read. The checked file is the one read: both go through one descriptor.
 * @throws `UNSAFE_MODE` for looser modes and symbolic links, `KEYSTORE_UNREADABLE` for everything else.
 */
export async function readPrivate(path: string): Promise<string> {
  const file = await openStrictly(path)
  try {
    requirePrivate(path, await file.stat(), '600')
    return await readText(path, file)
  } finally {
    await file.close()
  }
}

/**
 * The text of a file, whatever its mode, for its public parts; `undefined` if it is not a regular file, is too large or
 * cannot be read.
 */
export async function readPublic(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await openStrictly(path)
    return await readText(path, file)
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

/**
 * Writes a new file, 0600: under a hidden name first, flushed to the disk, then linked to its own name, which cannot
 * replace an existing file (a rename would). Either the whole file appears or none.
 * @returns whether the name was free
 */
export async function writeNew(path: string, text: string, draft: string): Promise<boolean> {
  try {
    await writeDraft(draft, text)
    await disk.link(draft, path)
    await flushNames(dirname(path))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw fail('KEYSTORE_UNREADABLE', { path, reason: `it cannot be written (${codeOf(error)})` })
  } finally {
    await disk.unlink(draft).catch(() => undefined) // there may be none
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)

async function writeDraft(draft: string, text: string): Promise<void> {
  const file = await disk.open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushNames(directory: string): Promise<void> {
  const names = await disk.open(directory, 'r')
  await names.sync().finally(() => names.close())
}

/** Follows no link, and does not wait for the other end of a pipe that poses as a key file. */
async function openStrictly(path: string): Promise<FileHandle> {
  if ((await disk.lstat(path).catch(() => undefined))?.isSymbolicLink())
    throw fail('UNSAFE_MODE', { path, mode: 'link', wanted: '600' })
  try {
    // Windows has neither flag, and needs neither.
    return await disk.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it cannot be opened' })
  }
}

async function readText(path: string, file: FileHandle): Promise<string> {
  const found = await file.stat()
  if (!found.isFile()) throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it is not a file' })
  if (found.size > maxBytes) throw fail('KEYSTORE_UNREADABLE', { path, reason: `it is larger than ${maxBytes} bytes` })
  return file.readFile('utf8')
}
