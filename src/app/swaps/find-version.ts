import { callsOurContracts } from '#app/swaps/recognize-swap'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'
import { keccak } from '#encoding/keccak'

/**
 * Whether the transaction that used a record's nonce is the same call: wallets speed a transaction up by sending it once more,
 * with higher fees and so under another hash. Its own fields prove it, whichever endpoint shows them.
 * @returns `unknown` if no endpoint shows it
 * @throws `TRANSACTION_DISPUTED`
 */
export async function findVersion(
  chain: Chain,
  { from, nonce, payloadHash }: Pick<SwapRecord, 'from' | 'nonce' | 'payloadHash'>,
  user: Hex,
): Promise<'same' | 'other' | 'unknown'> {
  const { transaction } = (await chain.findTransaction(user)) ?? {}
  if (transaction === undefined) return 'unknown'
  const isSame =
    transaction.from === from &&
    transaction.nonce === nonce &&
    callsOurContracts(chain.network, transaction) &&
    keccak(transaction.data) === payloadHash
  return isSame ? 'same' : 'other'
}
