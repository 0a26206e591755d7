import { fail } from '#domain/errors'
import type { SwapReference } from '#domain/service/swap-record'
import { isUuid, quoteId } from '#domain/units'
import { findListing, findServedNetwork, type ServedNetworks } from './network.ts'
import { createReader, type RawParameters } from './reader.ts'
import { hexBytes, shortText } from './values.ts'

/** No store is asked for a text that no swap has: PostgreSQL refuses some as a fault of the query. @throws `SWAP_NOT_FOUND` */
function requireSwapId(text: string): string {
  if (!isUuid(text)) throw fail('SWAP_NOT_FOUND', { id: text })
  return text.toLowerCase()
}

/**
 * The reference to a swap: exactly one. Only chains of served networks are read.
 * @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`, `INVALID_QUOTE_ID`,
 *   `SWAP_NOT_FOUND`
 */
export function readSwapReference(served: ServedNetworks, given: RawParameters): SwapReference {
  const reader = createReader(given)
  const id = reader.optional(['swapId', 'id'], shortText(100))()
  const quote = reader.optional(['quoteId', 'quote-id'], shortText(100))()
  const hash = reader.optional(['transactionHash'], hexBytes(32))()
  const network = reader.optional(['network', 'networkName'], shortText(50))()
  reader.check()
  if ([id, quote, hash].filter((said) => said !== undefined).length !== 1)
    throw fail('VALIDATION_FAILED', {
      reason: 'one of swapId, quoteId and transactionHash is needed, and only one',
      fields: ['swapId', 'quoteId', 'transactionHash'].map((field) => ({ field, reason: 'missing' as const })),
    })
  if (id !== undefined) return { id: requireSwapId(id) }
  if (quote !== undefined) return { quoteId: quoteId(quote) }
  if (hash === undefined) throw new RangeError('one of them is there')
  return {
    transactionHash: hash,
    ...(network === undefined ? {} : { network: findServedNetwork(served, findListing(network)).name }),
  }
}
