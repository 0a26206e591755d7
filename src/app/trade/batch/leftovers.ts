/** What the approvals of a run left behind, as far as the journal tells. */
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import { formatDecimal } from '#domain/format-decimal'
import { type Intent, type JournalTx, purposeOf, transactionOf } from '#domain/journal/swap'
import { formatTokenWord } from '#domain/token'
import type { BatchLeftover, ReportedRow } from '#domain/trade/batch/batches'
import type { BatchPlan, PlannedApproval } from '#domain/trade/batch/plan'
import { isFailedState } from '#domain/trade/batch/state'
import { amount } from '#domain/units'

interface RunRecord {
  readonly plan: BatchPlan
  readonly rows: readonly ReportedRow[]
  /** Of the run's merged approvals. */
  readonly approvals: readonly Intent[]
}

/** For each merged approval that was mined: its amount less what rows have signed to sell of it since. */
export function listLeftovers({ plan, rows, approvals }: RunRecord): readonly BatchLeftover[] {
  return plan.approvals.flatMap((target): readonly BatchLeftover[] => {
    const { token, network, account } = target
    const given = approvals.flatMap((intent) => findGiven(intent, target) ?? []).at(-1)
    if (given === undefined) return []
    const used = rows
      .filter((row) => isOfApproval(row, target) && !isFailedState(row.state))
      .map(({ intent }) => soldSince(intent, given.tx))
    const left = used.reduce((sum, sold) => sum - sold, given.value as bigint)
    if (left <= 0n) return []
    const much = `${formatDecimal(left, token.decimals)} ${token.symbol}`
    const words = `Rows have not used ${much} of what was approved on ${network}.`
    const command = `swapline revoke ${formatTokenWord(token)} -n ${network} -a ${account.name}`
    return [{ network, account, token, amount: amount(left), words, command }]
  })
}

function findGiven(intent: Intent, { network, account, token }: PlannedApproval) {
  const tx = transactionOf(intent, 'approve')
  const isMined = tx?.stage === 'mined' || tx?.stage === 'confirmed'
  if (tx === undefined || !isMined || intent.network !== network || intent.from !== account.address) return undefined
  const value = tx.payload.to === token.address ? decodeApproval(tx.payload.data)?.value : undefined
  return value === undefined ? undefined : { tx, value }
}

const isOfApproval = ({ planned: { order } }: ReportedRow, { network, account, token }: PlannedApproval): boolean =>
  order.network === network && order.account.address === account.address && order.sell.address === token.address

function soldSince(intent: Intent | undefined, { nonce }: JournalTx): bigint {
  const swap = intent && purposeOf(intent)
  return swap !== undefined && swap.nonce > nonce ? (intent?.trade?.sellAmount ?? 0n) : 0n
}
