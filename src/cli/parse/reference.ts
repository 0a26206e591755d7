import { fail } from '#domain/errors'

/**
 * A stored quote: its full id, at least its first 8 characters, or `last`.
 * @throws `INVALID_QUOTE_ID`
 */
export function parseQuoteReference(text: string): string {
  const word = text.trim().toLowerCase()
  if (word === 'last' || isIdPrefix(word)) return word
  throw fail('INVALID_QUOTE_ID', { value: text })
}

/** True if a word can begin a UUID: 8 … 36 characters with the dashes in their places. */
export function isIdPrefix(word: string): boolean {
  const pattern = '00000000-0000-0000-0000-000000000000'
  if (word.length < 8 || word.length > pattern.length) return false
  return Array.from(word).every((letter, i) => (pattern[i] === '-' ? letter === '-' : /[0-9a-f]/.test(letter)))
}

/**
 * The argument of `status`: a quote or swap id or prefix, a transaction hash, the user's own `--id`, or `last`.
 * @throws `VALIDATION_FAILED` when empty
 */
export function parseReference(text: string): string {
  const word = text.trim()
  if (word === '') throw fail('VALIDATION_FAILED', { reason: 'an empty reference' })
  return /^0x[0-9a-f]{64}$/i.test(word) || isIdPrefix(word.toLowerCase()) ? word.toLowerCase() : word
}
