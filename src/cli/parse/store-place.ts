import { parsePath } from '#cli/parse/plain'
import { fail } from '#domain/errors'

/** What no path has, a scheme (of two letters or more: a drive of Windows has one), or a user and a password at the start. */
const signsOfAddress = [/:\/\//, /^[a-z][a-z\d+.-]+:/i, /^(?!\.{0,2}\/(?!\/))[^:]*:.*@/s]

/**
 * Where a store is: a file's path, unchanged, or an address of PostgreSQL, trimmed. Any other address must not be taken for
 * a path: that would be another store than the shared one, in a folder named after the password. Messages never repeat it.
 * @throws `VALIDATION_FAILED`
 */
export function parseStorePlace(text: string): string {
  const trimmed = text.trim()
  if (/^postgres(?:ql)?:\/\//i.test(trimmed)) return trimmed
  if (signsOfAddress.some((sign) => sign.test(trimmed)))
    throw fail('VALIDATION_FAILED', {
      reason: 'no address but postgres://… is understood; write ./ before the name of a file with a colon',
    })
  return parsePath(text)
}
