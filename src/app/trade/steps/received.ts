import type { Chain, Receipt } from '#domain/chain/port'
import type { Intent, JournalTx } from '#domain/journal/swap'
import { type Amount, amount, nativeToken } from '#domain/units'
import { readAmountOut } from '#encoding/receipt'

interface MinedSwap {
  readonly receipt: Receipt
  readonly tx: Pick<JournalTx, 'payload'>
}

/** The amount a mined swap brought its recipient, in smallest units, by the tokens' logs; `undefined` if they do not tell. */
export function readAmountLogged(chain: Chain, { trade }: Intent, { receipt, tx }: MinedSwap): Amount | undefined {
  if (trade === undefined) return undefined
  const { wrapped, feeToken } = chain.network
  const { address: tokenOut } = trade.buy
  const query = { router: tx.payload.to, wrapped, tokenOut, recipient: trade.to, feeManager: feeToken?.manager }
  return readAmountOut(receipt, query)
}

/**
 * The same by the recipient's balance gain in that block, if it is at least the minimum.
 * @returns `undefined` if it is less, or the block's state is not available
 */
export async function readBalanceGain(
  chain: Chain,
  { trade }: Intent,
  { receipt, tx }: MinedSwap,
): Promise<Amount | undefined> {
  if (trade === undefined) return undefined
  const { buy, to, minimumOut } = trade
  const [before, after] = await Promise.all([
    chain.balanceAt(buy.address, to, receipt.block - 1),
    chain.balanceAt(buy.address, to, receipt.block),
  ])
  if (before === undefined || after === undefined) return undefined
  const paid = buy.address === nativeToken && to === tx.payload.from ? receipt.feePaid + tx.payload.value : 0n
  const gained = after - before + paid
  return gained >= minimumOut ? amount(gained) : undefined
}
