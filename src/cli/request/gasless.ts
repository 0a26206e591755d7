import type { Context } from '#cli/context'
import type { Result } from '#cli/out/types'
import { buildSwapRequest, type SwapInput } from '#cli/request/swap-input'
import { gaslessLines, unknownUse } from '#cli/screens/trade/gasless'
import { createDialogue } from '#cli/talk/dialogue'
import { gaslessView } from '#cli/views/trade/gasless'
import { formatTime } from '#domain/api/plain'
import { fail } from '#domain/errors'
import { finalSwapStates } from '#domain/service/swap-record'
import type { GaslessOutcome } from '#domain/trade/trader'

/** Options of a transaction that the user sends: an order has none of them. */
const ofTransactions = [
  ...['buildOnly', 'signOnly', 'dryRun', 'noSimulate', 'trustRouter', 'id', 'bumpAfter', 'private'],
  ...['nonce', 'maxGas', 'maxFee', 'priorityFee', 'legacy', 'deadline'],
] as const

/** A service's quote has no pools to record, and the journal has no order whose quote could be read again. */
const ofBundles = ['save', 'bundleOnError'] as const

/** @throws `USAGE` for options that an order does not have; what the trader throws */
export async function swapGasless(context: Context, input: SwapInput): Promise<void> {
  const given: Readonly<Record<string, unknown>> = { ...input }
  const has = (names: readonly string[]) => names.some((name) => given[name] !== undefined && given[name] !== false)
  if (has(ofBundles))
    throw fail('USAGE', {
      reason: 'A gasless swap has no --save or --bundle-on-error yet.',
      fix: 'leave it out: nothing would be written',
    })
  if (has(ofTransactions))
    throw fail('USAGE', {
      reason: 'A gasless swap is an order that a relayer submits: it has no options of a transaction.',
      fix: 'leave out --dry-run, --id, --private, --nonce and the limits of gas',
    })
  const dialogue = createDialogue(context, {
    ...{ recipient: input.allowRecipient, unlisted: input.allowUnlisted, max: input.allowMax },
  })
  try {
    const outcome = await (await context.trader()).swapGasless(await buildSwapRequest(context, input), dialogue)
    context.out.printResult(toResult(outcome))
    requireEnd(outcome, !input.noWait)
  } finally {
    dialogue.end()
  }
}

const toResult = (outcome: GaslessOutcome): Result => ({
  data: gaslessView(outcome),
  lines: (screen) => gaslessLines(outcome, screen),
  warnings: outcome.quote.warnings,
  reference: outcome.quote.id, // the journal knows no id of the service
  meta: { network: outcome.quote.request.network, chainId: outcome.quote.chainId },
})

/**
 * A swap that failed must not look like one that did not, and a service's word is no proof of either end.
 * @param waits for the end, so that a pending order is none
 * @throws `PENDING` if the order can still execute, after a reorg too, if the service calls a free nonce a success, or if
 *   what used its nonce is not known; `DEADLINE_PASSED`
 */
export function requireEnd({ quote, record, seen }: GaslessOutcome, waits: boolean): void {
  const isClaimed = finalSwapStates.has(record.status)
  if ((seen.isFilled === true && !seen.canExecute) || (!isClaimed && !waits)) return
  const said = record.reason ?? `The service says: ${record.status}.`
  const told = seen.usedBy === undefined ? said : `${nonceText(seen)}. ${said}`
  if (seen.isFilled === false && !seen.canExecute && record.status !== 'success')
    throw fail('DEADLINE_PASSED', { what: 'The swap', id: record.id, known: told })
  const until = seen.canExecute && quote.gasless ? `: it can execute until ${formatTime(quote.gasless.deadline)}` : ''
  throw fail('PENDING', { what: 'The order', id: quote.id, known: `${said} ${nonceText(seen)}${until}.` })
}

function nonceText({ isFilled, hasUnknownUse, usedBy }: GaslessOutcome['seen']): string {
  if (usedBy !== undefined) return `Another transaction, ${usedBy}, used its nonce and did not fill it`
  if (hasUnknownUse) return `Its nonce is used, and your endpoints show no fill: ${unknownUse}`
  if (isFilled === undefined) return 'Your endpoints contradict each other about its nonce'
  return isFilled ? 'Its nonce is used, but by nothing that is deep enough' : 'Its nonce is free'
}
