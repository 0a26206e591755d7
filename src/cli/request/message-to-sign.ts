import { readFileSync } from 'node:fs'
import { TypedMessageFile } from '#cli/schemas/account/account'
import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'

/** A text, or the typed message of a file: exactly one of them. @throws `USAGE`, `VALIDATION_FAILED` */
export function readMessage(text: string | undefined, typed: string | undefined): string | TypedMessage {
  if ((text === undefined) === (typed === undefined))
    throw fail('USAGE', { reason: 'Give a text, or a message by --typed <file>.' })
  return typed === undefined ? (text ?? '') : readTypedMessage(typed)
}

function readTypedMessage(path: string): TypedMessage {
  try {
    return TypedMessageFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw fail('VALIDATION_FAILED', { reason: `${path} is not an EIP-712 message in JSON` }, { cause })
  }
}
