import { fail } from '#domain/errors'
import type { PrivateFallback } from '#domain/journal/private-sending'

/** `never`, or `after=N`: 1 to 1,000 blocks. @throws `VALIDATION_FAILED`. */
export function parsePrivateFallback(text: string): PrivateFallback {
  if (text === 'never') return text
  const [, digits = ''] = /^after=([1-9]\d{0,3})$/.exec(text) ?? []
  const blocks = Number(digits)
  if (blocks < 1 || blocks > 1_000)
    throw fail('VALIDATION_FAILED', { reason: 'write never, or after=N with 1 to 1000 blocks' })
  return blocks
}
