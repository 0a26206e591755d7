/** What the user allows for the gas of a command holds for the approvals before its swap, too. */
import type { TradeContext } from '#app/context'
import { overrideFees } from '#app/fee-overrides'
import { createCallBudget, requireCostWithin, requirePriceWithin } from '#app/trade/steps/gas-budget'
import { listFurther } from '#domain/journal/further-approvals'
import type { GasBudget, Intent, JournalTx } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { type FeeOverrides, type GasFees, gasPriceOf } from '#domain/payload'
import { type Wei, wei } from '#domain/units'

/** Of a swap, here or to another network, that may need approvals first. */
export interface UserLimits {
  readonly fees: FeeOverrides
  /** `--max-gas` in wei: for the approvals and the swap together. */
  readonly maxGas: Wei | undefined
  /** What the swap itself needs: units of gas, and what is kept for its L1 fee in wei. */
  readonly swap: { readonly gasLimit: bigint; readonly l1Fee: bigint }
}

/** Of the transactions of an approval, before any of them is signed. */
interface ApprovalNeed {
  readonly network: Network
  /** What the chain asks for now. */
  readonly fees: GasFees
  /** Each gets as much gas as this; and is expected to need no more than the margin over its estimate. */
  readonly maxGas: bigint
  readonly usualGas: bigint
  readonly count: bigint
}

/**
 * The limits of each transaction of an approval: the network's ceiling or, in its place, the price that the user names, and
 * what `--max-gas` leaves beside the swap.
 * @throws `GAS_ABOVE_LIMIT` if approval and swap cannot both be paid for within them at the present price
 */
export function createApprovalBudget(need: ApprovalNeed, limits: UserLimits | undefined): GasBudget {
  const { network, fees, count } = need
  const usual = createCallBudget(network, need.maxGas, limits?.fees.max)
  const price = gasPriceOf(overrideFees(fees, limits?.fees))
  requirePriceWithin(network, { type: 0, gasPrice: wei(price) }, usual)
  if (limits?.maxGas === undefined || count === 0n) return usual
  const { maxGas, swap } = limits
  const ofSwap = swap.gasLimit * price + swap.l1Fee
  requireCostWithin(network, { gas: need.usualGas * count * price + ofSwap }, { ...usual, maxCost: maxGas, of: 'swap' })
  const left = (maxGas - ofSwap) / count
  return left < usual.maxCost ? { ...usual, maxCost: wei(left) } : usual
}

/**
 * The limits of a swap after its approvals, whose cost `--max-gas` bounds too: each counts as it was paid or, if that is not
 * agreed on, as it could be.
 */
export async function leaveBudget(
  context: Pick<TradeContext, 'journal'>,
  intent: Intent,
  budget: GasBudget,
  maxGas: Wei | undefined,
): Promise<GasBudget> {
  if (maxGas === undefined) return budget
  const approvals = [intent, ...(await listFurther(context, intent))].flatMap(({ transactions }) =>
    transactions.filter(({ step }) => step === 'reset' || step === 'approve'),
  )
  const left = approvals.reduce((rest, tx) => rest - costOf(tx), BigInt(maxGas))
  return { ...budget, maxCost: wei(left > 0n ? left : 0n) }
}

const costOf = ({ mined, payload, l1Fee = wei(0n) }: JournalTx): bigint =>
  mined?.feePaid ?? payload.gasLimit * gasPriceOf(payload.fees) + l1Fee
