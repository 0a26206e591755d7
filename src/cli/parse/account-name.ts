import { fail } from '#domain/errors'

/** The name of a new account, which becomes a file name. @throws `VALIDATION_FAILED` */
export function parseAccountName(text: string): string {
  const word = text.trim()
  if (/^(0x)?[0-9a-f]{40,}$/i.test(word) || word.split(/\s+/).length > 2)
    throw fail('VALIDATION_FAILED', {
      reason: 'this looks like an address or a key; keys are never given as arguments',
    })
  if (!/^[a-z0-9][\w.-]{0,63}$/i.test(word))
    throw fail('VALIDATION_FAILED', { reason: 'a name is letters, digits, “.”, “-” and “_”, at most 64' })
  return word
}
