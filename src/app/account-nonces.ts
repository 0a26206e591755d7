import type { AccountNonces, Chain } from '#domain/chain/port'
import type { Address } from '#domain/units'

/**
 * The next nonces of an account that two endpoints have reached, or the only one that answers: one alone may lag, or name
 * a nonce so high that nothing is ever mined with it.
 */
export async function readAgreedNonces(
  chain: Chain,
  address: Address,
): Promise<Pick<AccountNonces, 'latest' | 'pending'>> {
  const answers = await chain.allNonces(address)
  const supported = (of: 'latest' | 'pending'): number => {
    const [highest = 0, second] = answers.map((one) => one[of]).sort((a, b) => b - a)
    return second ?? highest
  }
  return { latest: supported('latest'), pending: supported('pending') }
}
