import type { Chain } from '#domain/chain/port'
import type { Address } from '#domain/units'

/**
 * An account's nonce in the newest block that is final below a head, by every endpoint that has its state.
 * @returns none on a chain that is too young
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function readFinalStates(chain: Chain, account: Address, head: number): ReturnType<Chain['nonceAt']> {
  const final = head - Math.max(1, chain.network.confirmations) + 1
  return final < 0 ? [] : chain.nonceAt(account, final)
}
