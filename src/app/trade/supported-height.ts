import type { BlockRead, Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { findSupportedHeight, type SeenHead } from '#domain/journal/looks'
import type { Address, Seconds } from '#domain/units'

/**
 * The height that two of these endpoints have reached, or the only one: what is final is not one endpoint's to claim.
 * @param shown by all endpoints that answer, at the same moment; at least one
 * @param now that moment; one whose newest block is long past by it does not count
 */
export function toSupportedHeight(shown: readonly Omit<SeenHead, 'at'>[], now: Seconds): number {
  const [first, ...others] = shown.map(({ endpoint, head }) => ({ endpoint, head, at: now }))
  return first === undefined ? 0 : findSupportedHeight([first, ...others], now)
}

/** As {@link toSupportedHeight}, asked of every endpoint. @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN` */
export async function readSupportedHeight(chain: Chain, account: Address, now: Seconds): Promise<number> {
  return toSupportedHeight(await chain.allNonces(account), now)
}

/** Each of one endpoint, its answers in the order of the reads. */
export type EndpointViews = readonly [BlockRead, ...BlockRead[]]

/**
 * Reads by every endpoint that answers, of those that have come as far as two of them, so that neither one that lags nor one
 * that claims a height of its own decides which others count.
 * @param at as `Chain.readWithBlock` takes it
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function readSupportedViews(
  chain: Pick<Chain, 'allReadsWithBlock'>,
  reads: Parameters<Chain['allReadsWithBlock']>[0],
  now: Seconds,
  at?: number,
): Promise<EndpointViews> {
  const views = await chain.allReadsWithBlock(reads, at)
  const heads = views.map(({ block }, index) => ({ endpoint: `${index}`, head: block }))
  const height = toSupportedHeight(heads, now)
  const [first, ...others] = views.filter(({ block }) => block.number >= height)
  if (first === undefined) throw fail('INTERNAL', { reason: 'no endpoint answered, and none failed' })
  return [first, ...others]
}
