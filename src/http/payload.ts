import { apiTransaction } from '#domain/api/transaction'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quote'
import { word } from '#domain/words'
import type { RouteContext } from './context.ts'

/** A payload is void on chain so many seconds after it was made. */
export const payloadLife = 300

/** The interface's transaction and nothing else: common signers refuse one with members they do not know. */
export const transactionBody = ({ checksum }: RouteContext, payload: Payload) => apiTransaction(payload, checksum)

/** Where in `data` the sold amount stands, for those who write another one there. */
export function offsetHeader(payload: Payload, { request }: Quote): Readonly<Record<string, string>> {
  const offset = offsetOf(payload.data, word(request.sellAmount))
  return offset === undefined ? {} : { 'x-amount-in-offset': String(offset) }
}

/** Where the one 32-byte word that is the amount ends, counted in bytes; `undefined` where several words equal it. */
function offsetOf(data: string, amountWord: string): number | undefined {
  const found: number[] = []
  for (let at = 2 + 2 * selectorBytes; at < data.length; at += 64)
    if (data.startsWith(amountWord, at)) found.push(selectorBytes + (at - 2 - 2 * selectorBytes) / 2 + 32)
  return found.length === 1 ? found[0] : undefined
}

const selectorBytes = 4
