import { fail } from '#domain/errors'

/** Beginnings of the keys that the journal creates itself, and the word for the newest intent. */
const reserved = /^(?:last$|quote:|cross:|approve:|deploy:|batch:|offline:)/i
const shape = /^[\w.:@/+-]{1,100}$/
/** The form of a private key, or of a transaction hash to look up. */
const secretLike = /^(?:0x)?[0-9a-f]{64}$/i

/**
 * A user's own name for a swap, from `--id`: it is stored and printed, so a possible key is refused without repeating
 * it.
 * @throws `VALIDATION_FAILED`
 */
export function parseSwapKey(text: string): string {
  if (secretLike.test(text)) throw invalidKey('64 hex digits may be a private key: choose another name')
  if (!shape.test(text)) throw invalidKey('up to 100 letters, digits and . : @ / + - _')
  if (reserved.test(text)) throw invalidKey(`"${text}" is reserved: choose another`)
  return text
}

const invalidKey = (reason: string) => fail('VALIDATION_FAILED', { reason })
