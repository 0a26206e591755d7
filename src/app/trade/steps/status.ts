import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { isSettled, refreshStep } from '#app/trade/steps/refresh'
import { fail } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { IntentStatus, StatusOptions } from '#domain/trade/trader'

/**
 * Looks up every transaction of an intent that is not final or lacks confirmations at all endpoints, and records what
 * they show.
 * @returns the intent, and the failure that made the chain unreachable, if any
 * @throws `SWAP_NOT_FOUND`.
 */
export async function fetchIntentStatus(
  context: TradeContext,
  reference: string,
  { confirmations = 0, onFound }: StatusOptions = {},
): Promise<IntentStatus> {
  let intent = await context.journal.find(reference)
  if (intent === undefined) throw fail('SWAP_NOT_FOUND', { id: reference })
  onFound?.(intent.id)
  const open = intent.transactions.filter((tx) => !isSettled(tx, confirmations))
  if (open.length === 0) return { intent, unasked: undefined }
  try {
    const chain = await context.chain(intent.network)
    for (const { step } of open) intent = await refreshStep(context, { chain, intent, step }, 'all', confirmations)
    return { intent, unasked: undefined }
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    return { intent, unasked: error.message }
  }
}

/** Follows the last signed transaction of an intent until it has the confirmations that `patience` asks for. */
export async function followIntent(
  context: TradeContext,
  intent: Intent,
  limits: FollowLimits,
  dialogue: Dialogue,
): Promise<Intent> {
  const last = intent.transactions.at(-1)
  if (last === undefined || isSettled(last, limits.confirmations)) return intent
  const chain = await context.chain(intent.network)
  return followStep(context, { chain, intent, step: last.step }, limits, dialogue)
}
