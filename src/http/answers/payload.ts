import { toApiTransaction } from '#domain/api/transaction'
import { word } from '#domain/calls/words'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { RouteContext } from '#http/context'

/** A payload becomes void on chain this many seconds after it was made. */
export const payloadLife = 300

/** The API's transaction and nothing else: common signers refuse one with unknown members. */
export const toTransactionBody = ({ checksum }: RouteContext, payload: Payload) => toApiTransaction(payload, checksum)

/** The position of the input amount in `data`, for clients that write another one there. */
export function toOffsetHeader(payload: Payload, { request }: Quote): Readonly<Record<string, string>> {
  const offset = findOffset(payload.data, word(request.sellAmount))
  return offset === undefined ? {} : { 'x-amount-in-offset': String(offset) }
}

/** The end of the only 32-byte word that equals the amount, in bytes; `undefined` if several words equal it. */
function findOffset(data: string, amountWord: string): number | undefined {
  const found: number[] = []
  for (let at = 2 + 2 * selectorBytes; at < data.length; at += 64)
    if (data.startsWith(amountWord, at)) found.push(selectorBytes + (at - 2 - 2 * selectorBytes) / 2 + 32)
  return found.length === 1 ? found[0] : undefined
}

const selectorBytes = 4
