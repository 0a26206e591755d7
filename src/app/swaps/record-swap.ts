import type { SwapsContext } from '#app/swaps/context'
import { isSwapOfSeller } from '#app/swaps/is-swap-of-seller'
import { recognizeSwap } from '#app/swaps/recognize-swap'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'

export interface FoundSwap {
  readonly record: SwapRecord
  /** Otherwise it is of this answer only: it is not counted among its seller's swaps, and not found by its id. */
  readonly isStored: boolean
}

/**
 * A transaction that swaps by our contracts; `undefined` for any other. It is stored for all who ask later, so what one endpoint
 * shows is not enough: it is recorded as its hash proves it, and only if it is known to be its seller's.
 * @throws `TRANSACTION_DISPUTED`
 */
export async function recordSwap(context: SwapsContext, chain: Chain, hash: Hex): Promise<FoundSwap | undefined> {
  const { transaction } = (await chain.findTransaction(hash)) ?? {}
  if (transaction === undefined) return undefined
  const record = await recognizeSwap(context, chain, transaction)
  if (record === undefined) return undefined
  const isStored = await isSwapOfSeller(context, chain, transaction)
  return { record: isStored ? await context.swaps.put(record) : record, isStored }
}
