import type { Chain, Receipt } from '#domain/chain/port'
import type { Intent, JournalTx } from '#domain/journal/swap'
import { type Amount, amount, nativeToken } from '#domain/units'
import { readAmountOut } from '#encoding/receipt'

/**
 * The amount a mined swap brought its recipient, in smallest units: by the tokens' logs, otherwise by the recipient's
 * balance gain in that block if it is at least the minimum.
 * @returns `undefined` if neither is available
 */
export async function findAmountReceived(
  chain: Chain,
  { trade }: Intent,
  { receipt, tx }: { readonly receipt: Receipt; readonly tx: Pick<JournalTx, 'payload'> },
): Promise<Amount | undefined> {
  if (trade === undefined) return undefined
  const { buy, to, minimumOut } = trade
  const { wrapped, feeToken } = chain.network
  const query = { router: tx.payload.to, wrapped, tokenOut: buy.address, recipient: to, feeManager: feeToken?.manager }
  const logged = readAmountOut(receipt, query)
  if (logged !== undefined) return logged
  const [before, after] = await Promise.all([
    chain.balanceAt(buy.address, to, receipt.block - 1),
    chain.balanceAt(buy.address, to, receipt.block),
  ])
  if (before === undefined || after === undefined) return undefined
  const paid = buy.address === nativeToken && to === tx.payload.from ? receipt.feePaid + tx.payload.value : 0n
  const gained = after - before + paid
  return gained >= minimumOut ? amount(gained) : undefined
}
