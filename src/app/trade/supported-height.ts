import type { Chain } from '#domain/chain/port'
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
