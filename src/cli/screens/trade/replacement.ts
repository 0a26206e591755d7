import type { Screen } from '#cli/out/screen'
import { type BlockEntry, wrapEntry } from '#cli/screens/layout/block'
import { amountLine, groupDigits, upperUnitsText } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import { type GasFees, gasPriceOf, maxCostOf } from '#domain/payload'
import type { ReplacementPlan } from '#domain/trade/replacement'
import { findNetwork } from '#networks/find'
import { checksum } from '#text/checksum'

/** Columns of the names. */
const nameWidth = 10

/** What a speedup or a cancellation replaces, what it may cost, and what of the swap stays as it is. */
export function replacementLines(plan: ReplacementPlan, screen: Screen): readonly string[] {
  const { intent, nonce, replaces, payload, kind, budget } = plan
  const coin = findNetwork(intent.network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const cost = payload.gasLimit * gasPriceOf(payload.fees)
  const limit = `at most ${upperUnitsText(cost, coin)} ${coin.symbol} (limit ${upperUnitsText(budget.maxCost, coin)})`
  const rows: BlockEntry[] = [
    [kind === 'cancel' ? 'Cancel' : 'Speed up', replaces.hash],
    ['Network', intent.network],
    ['Account', checksum(payload.from)],
    ['Nonce', String(nonce)],
    ['Fee', `${feeText(replaces.fees)} → ${feeText(payload.fees)} gwei`],
    ...tipRow(replaces.fees, payload.fees),
    ['Gas', kind === 'cancel' ? `${limit}, and the swap does not happen` : limit],
    ...unchangedRows(plan),
  ]
  return rows.flatMap((row) => wrapEntry(row, { screen, nameWidth }))
}

/** As a question, with the maximum cost. */
export function replacementQuestion({ kind, step, payload, intent }: ReplacementPlan): string {
  const coin = findNetwork(intent.network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const cost = `${upperUnitsText(maxCostOf(payload) - payload.value, coin)} ${coin.symbol}`
  return `${kind === 'cancel' ? 'Cancel' : 'Speed up'} the ${step} for at most ${cost} of gas?`
}

const feeText = (fees: GasFees): string => groupDigits(formatDecimal(gasPriceOf(fees), 9))

const tipRow = (before: GasFees, after: GasFees): readonly BlockEntry[] =>
  before.type === 0 || after.type === 0
    ? []
    : [
        [
          'Tip',
          `${formatDecimal(before.maxPriorityFeePerGas, 9)} → ${formatDecimal(after.maxPriorityFeePerGas, 9)} gwei`,
        ],
      ]

function unchangedRows({ kind, step, intent: { trade } }: ReplacementPlan): readonly BlockEntry[] {
  if (kind === 'cancel' || step !== 'swap' || trade === undefined) return []
  const min = amountLine(trade.minimumOut, trade.buy)
  return [['Unchanged', `at least ${min} to ${checksum(trade.to)}, until ${formatTime(trade.deadline)}`]]
}
