import { fail } from '#domain/errors'

/** @throws `VALIDATION_FAILED` */
function parseBatchReference(text: string): string {
  const word = text.trim().toLowerCase()
  if (word === 'last' || /^[0-9a-f]{8,32}$/.test(word)) return word
  throw fail('VALIDATION_FAILED', { reason: `"${text}" is no batch: give 8 or more characters of its id, or last` })
}

export const batchArgument = {
  batch: { about: 'its id, the first 8 characters of it, or last', parse: parseBatchReference, optional: true },
} as const
