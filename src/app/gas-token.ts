import { findFeeToken } from '#app/funds-in-tokens'
import { findToken, nativeOf } from '#app/tokens'
import type { Chain } from '#domain/chain/port'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'

/** What pays for an account's gas: native currency, or its fee token. @throws `ESTIMATE_GAS_FAILED` as `findFeeToken`. */
export async function findGasToken(chain: Pick<Chain, 'network' | 'read'>, owner: Address): Promise<Token> {
  const { network } = chain
  if (network.feeToken === undefined) return nativeOf(network)
  const address = await findFeeToken(chain, network.feeToken, owner)
  const { decimals } = network.feeToken
  const unnamed = { network: network.name, address, symbol: address, name: address, decimals, listed: false }
  return (await findToken(chain, address)) ?? unnamed
}
