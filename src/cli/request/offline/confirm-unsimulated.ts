import type { Context } from '#cli/context'
import { formatDecimal } from '#domain/format-decimal'
import type { UnsignedTransaction } from '#domain/trade/offline'

/** A transaction that is sent without a simulation may revert and cost its gas: its amount has to be typed. */
export async function confirmUnsimulated(
  { prompts }: Pick<Context, 'prompts'>,
  unsigned: UnsignedTransaction,
  isAllowed: boolean,
): Promise<void> {
  if (isAllowed) return
  const [raw, token] =
    unsigned.step === 'swap' ? [unsigned.trade.sellAmount, unsigned.trade.sell] : [unsigned.amount, unsigned.token]
  const word = `${formatDecimal(raw, token.decimals)} ${token.symbol}`
  await prompts.confirmTyped(unsimulatedWarning, word, '--allow-unsimulated')
}

export const unsimulatedWarning = 'It was NOT simulated, so it may revert and still cost its gas'
