import { fail } from '#domain/errors'

/** Keys that the journal makes by itself, and the word for the newest intent. */
const taken = /^(?:last$|quote:|approve:|deploy:)/i
const shape = /^[\w.:@/+-]{1,100}$/
/** What looks like a private key, or like a transaction hash to look up. */
const secretLike = /^(?:0x)?[0-9a-f]{64}$/i

/**
 * A user's own name for a swap, as `--id` has it: it is kept and printed, so what may be a key is refused unrepeated.
 * @throws `VALIDATION_FAILED`
 */
export function ownName(text: string): string {
  if (secretLike.test(text)) throw bad('64 hex digits may be a private key: choose another name')
  if (!shape.test(text)) throw bad('up to 100 letters, digits and . : @ / + - _')
  if (taken.test(text)) throw bad(`"${text}" is a name of ours: choose another`)
  return text
}

const bad = (reason: string) => fail('VALIDATION_FAILED', { reason })
