/** Accepted orders, by what their owners have of them. */
import { fail } from '#domain/errors'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { Relay } from '#domain/relay/relay'
import type { SwapRecord } from '#domain/service/swap-record'
import type { QuoteId } from '#domain/units'
import { parseKeySignature } from './checks/signature.ts'
import type { RelayContext } from './context.ts'

/**
 * The order of a quote, if it was accepted by this very signature.
 * @throws `QUOTE_CONSUMED` if the quote was executed with another signature
 */
export async function findEarlier(
  { relays }: Pick<RelayContext, 'relays'>,
  id: QuoteId,
  { signature }: Pick<OrderSubmission, 'signature'>,
): Promise<Relay | undefined> {
  const earlier = await relays.findByQuote(id)
  if (earlier === undefined) return undefined
  const isSame = [signature, parseKeySignature(signature)?.signature].includes(earlier.signature)
  if (!isSame) throw fail('QUOTE_CONSUMED', { id })
  return earlier
}

/** With the hash of its newest version, which the record gets at the next tick. @throws `SWAP_NOT_FOUND` */
export async function getRecord(
  { swaps, relays }: Pick<RelayContext, 'swaps' | 'relays'>,
  id: string,
): Promise<SwapRecord> {
  const record = await swaps.find({ id })
  const relay = await relays.find(id)
  if (record === undefined || relay === undefined) throw fail('SWAP_NOT_FOUND', { id })
  const newest = relay.attempts.findLast(({ kind }) => kind !== 'cancel')
  return { ...record, nonce: relay.nonce, transactionHash: record.transactionHash ?? newest?.hash }
}
