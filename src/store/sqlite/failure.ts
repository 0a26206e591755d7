import { dirname } from 'node:path'
import { fail, SwapError } from '#domain/errors'
import { toStateDirFailure } from '#domain/failures/state-dir-failure'

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html */
const busy = new Set([5, 6])
const reasons: Readonly<Record<number, string>> = {
  3: 'access was denied',
  8: 'it is read-only',
  10: 'the disk reports an error',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not a database of swapline',
}
/** Codes of failures outside the file itself. */
const diskCodes = new Set([3, 8, 10, 13, 14])

/** A SQLite error as a user-facing failure. Nothing is repaired or deleted in any case. */
export function sqliteFailure(path: string, error: unknown): Error {
  if (error instanceof SwapError) return error
  const place = toStateDirFailure(dirname(path), error)
  if (place !== undefined) return place
  if (!(error instanceof Error)) return fail('STORE_UNUSABLE', { path, reason: 'it failed' })
  const code = resultCode(error)
  if (code !== undefined && busy.has(code)) return fail('STORE_BUSY', { what: `the store ${path}` }, { cause: error })
  const reason = (code === undefined ? undefined : reasons[code]) ?? error.message
  const ofDisk = code !== undefined && diskCodes.has(code)
  return fail('STORE_UNUSABLE', { path, reason, ofDisk }, { cause: error })
}

/** Whether another connection holds the requested lock. */
export const isBusy = (error: unknown): boolean => error instanceof Error && busy.has(resultCode(error) ?? 0)

/** The extended code's low byte. If a file cannot be opened at all, the driver states the code only in its message. */
function resultCode(error: Error): number | undefined {
  if ('rawCode' in error && typeof error.rawCode === 'number') return error.rawCode & 0xff
  const inWords = /: (\d+)"?\)?$/.exec(error.message)?.[1]
  return inWords === undefined ? undefined : Number(inWords) & 0xff
}
