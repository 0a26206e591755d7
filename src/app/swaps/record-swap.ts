import type { SwapsContext } from '#app/swaps/context'
import { recognizeSwap } from '#app/swaps/recognize-swap'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'

/**
 * The record of a transaction that swaps by our contracts; `undefined` for any other. It is stored for all who ask later, so
 * what one endpoint shows is not enough: it is recorded as its hash proves it.
 * @throws `TRANSACTION_DISPUTED`
 */
export async function recordSwap(context: SwapsContext, chain: Chain, hash: Hex): Promise<SwapRecord | undefined> {
  const found = await chain.findTransaction(hash)
  const record = found && (await recognizeSwap(context, chain, found.transaction))
  return record && context.swaps.put(record)
}
