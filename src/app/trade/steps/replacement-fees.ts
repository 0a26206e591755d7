/** The fees of a transaction that replaces another one. */

import { reserveL1Fee } from '#app/funds'
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import { createCallBudget, requireCostWithin, requirePriceWithin } from '#app/trade/steps/gas-budget'
import { type GasBudget, type JournalTx, newestVersion } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { type GasFees, gasPriceOf, type Payload } from '#domain/payload'
import type { ReplacementTerms } from '#domain/trade/replacement'
import { type Gas, noBytes, type Wei, wei } from '#domain/units'

/** Nodes drop a transaction for another one with its nonce only if both of its fees are a tenth higher: some more. */
export const minBumpPpm = 125_000

const million = 1_000_000n

/** A fee raised by `bump` ppm, at least by 12.5 %, rounded up; at least 1 wei: nodes refuse a fee that stays at 0. */
export function raiseFee(fee: bigint, bump: number): bigint {
  const factor = million + BigInt(Math.max(bump, minBumpPpm))
  return maxBigint((fee * factor + million - 1n) / million, 1n)
}

/**
 * The limits of a replacement: those its step was signed with, unless the user names others. A cancellation takes a
 * fraction of its step's gas and bytes: at the same prices, it fits.
 */
export function createReplacementBudget(
  network: Network,
  tx: JournalTx,
  { maxFee, maxGas }: ReplacementTerms,
): GasBudget {
  const { budget, payload } = newestVersion(tx)
  const recorded = budget ?? tx.versions[0].budget ?? createCallBudget(network, payload.gasLimit)
  return { maxPrice: maxFee ?? recorded.maxPrice, maxCost: maxGas ?? recorded.maxCost, of: 'swap' }
}

interface RaiseInput {
  readonly network: Network
  /** Of the newest version. */
  readonly before: GasFees
  /** What the chain suggests now. */
  readonly market: GasFees
  readonly gasLimit: Gas
  /** As it is reserved; 0 where the chain takes none. */
  readonly l1Fee: Wei
  readonly budget: GasBudget
  readonly bump: number
}

/**
 * Both fees raised by `bump` and at least what the market asks now. The maximum leaves room for the base fee to double
 * as far as the budget allows; it is never below the price that the next block asks.
 * @throws `GAS_ABOVE_LIMIT` if that is more than the budget.
 */
export function raiseFees({ network, before, market, gasLimit, l1Fee, budget, bump }: RaiseInput): GasFees {
  const raised = raiseFee(gasPriceOf(before), bump)
  const tip = maxBigint(...tipsOf(before, market, bump))
  const min = maxBigint(raised, expectedPriceOf(market), tip)
  requirePriceWithin(network, { type: 0, gasPrice: wei(min) }, budget)
  requireCostWithin(network, { gas: gasLimit * min, l1Fee }, budget)
  // the L1 fee is counted again at the signature, for these fees' own bytes: as much more as it may rise is left for it
  const ceiling = minBigint(budget.maxPrice, (budget.maxCost - reserveL1Fee(l1Fee)) / gasLimit)
  const price = wei(maxBigint(min, minBigint(maxBigint(raised, gasPriceOf(market)), ceiling)))
  return before.type === 0
    ? { type: 0, gasPrice: price }
    : { type: 2, maxFeePerGas: price, maxPriorityFeePerGas: wei(tip) }
}

/** A transaction of type 0 offers all of its price as a tip. */
function tipsOf(before: GasFees, market: GasFees, bump: number): readonly [bigint, ...bigint[]] {
  if (before.type === 0) return [0n]
  const raised = raiseFee(before.maxPriorityFeePerGas, bump)
  return market.type === 2 ? [raised, market.maxPriorityFeePerGas] : [raised]
}

/** The call of a cancellation: a transfer of nothing to the sender. */
export const toCancelCall = ({ from }: Pick<Payload, 'from'>): Pick<Payload, 'from' | 'to' | 'data' | 'value'> => ({
  from,
  to: from,
  data: noBytes,
  value: wei(0n),
})

const maxBigint = (first: bigint, ...rest: readonly bigint[]): bigint => rest.reduce((a, b) => (a > b ? a : b), first)
const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
