import { constants, promises as disk, type Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '#domain/errors'

/** A keystore is under 1 KiB; nothing larger than this is read. */
const mostBytes = 65_536

/** Makes `directory` for its owner alone. @throws `UNSAFE_MODE` where it exists and others may look into it. */
export async function claimDirectory(directory: string): Promise<void> {
  try {
    await disk.mkdir(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fail('KEYSTORE_UNREADABLE', { path: directory, reason: `it cannot be made (${codeOf(error)})` })
  }
  await checkDirectory(directory)
}

/** @throws `UNSAFE_MODE` where others may look into `directory`. */
export async function checkDirectory(directory: string): Promise<void> {
  refuseLoose(directory, await disk.stat(directory), '700')
}

/**
 * The text of a file that only its owner can read. What was checked is what is read: both go through one descriptor.
 * @throws `UNSAFE_MODE` for looser modes and symbolic links, `KEYSTORE_UNREADABLE` for everything else.
 */
export async function readPrivate(path: string): Promise<string> {
  const file = await openStrictly(path)
  try {
    refuseLoose(path, await file.stat(), '600')
    return await readText(path, file)
  } finally {
    await file.close()
  }
}

/**
 * The text of a file, whatever its mode, for what is no secret in it; `undefined` where it is no ordinary file, is too
 * large or cannot be read.
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
 * replace a file that is there (a rename would). Either the whole file appears or none.
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
    // Both flags are missing on Windows, where there is nothing to say with them.
    return await disk.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it cannot be opened' })
  }
}

async function readText(path: string, file: FileHandle): Promise<string> {
  const found = await file.stat()
  if (!found.isFile()) throw fail('KEYSTORE_UNREADABLE', { path, reason: 'it is no file' })
  if (found.size > mostBytes)
    throw fail('KEYSTORE_UNREADABLE', { path, reason: `it is larger than ${mostBytes} bytes` })
  return file.readFile('utf8')
}

function refuseLoose(path: string, found: Stats, wanted: string): void {
  if (process.platform === 'win32') return // modes say nothing there
  const mode = found.mode & 0o777
  if ((mode & 0o077) !== 0) throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted })
}
