import { createBumps } from '#app/trade/replace'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { lookAndRebroadcast } from '#app/trade/steps/rebroadcast'
import { getSignedStep } from '#app/trade/steps/send'
import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import { toStepFailure } from '#domain/journal/outcome'
import { type Intent, newestVersion } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapOutcome, SwapRequest } from '#domain/trade/trader'

/** How long to follow a swap, if at all. */
export type FollowOptions = Pick<SwapRequest, 'confirmations' | 'timeoutSeconds' | 'wait' | 'bump'>

/** Nothing is signed again; the same bytes are broadcast again if needed. */
export async function resumeStep(
  context: SwapContext,
  intent: Intent,
  options: FollowOptions,
  dialogue: Dialogue,
): Promise<SwapOutcome> {
  const following = { ...options, bumps: createBumps(context, options, dialogue) }
  dialogue.tell({ what: 'resumed', intent })
  const chain = await context.chain(intent.network)
  if (following.wait) return finishSwap(context, { chain, intent, following }, dialogue)
  const current = await lookAndRebroadcast(context, { chain, intent, step: 'swap' }, dialogue)
  return finishSwap(context, { chain, intent: current, following }, dialogue)
}

interface SentSwap {
  readonly chain: Chain
  readonly intent: Intent
  readonly following: FollowLimits & Pick<FollowOptions, 'wait'>
  readonly quote?: Quote
}

/** Follows a signed swap to the requested depth; without waiting, returns once a node has accepted it. */
export async function finishSwap(
  context: SwapContext,
  { chain, intent, following, quote }: SentSwap,
  dialogue: Dialogue,
): Promise<SwapOutcome> {
  const result = { quote, payload: undefined, unsimulated: undefined } as const
  if (following.wait)
    return { ...result, intent: await followStep(context, { chain, intent, step: 'swap' }, following, dialogue) }
  checkAccepted(intent)
  return { ...result, intent }
}

/**
 * Without waiting, only "accepted" succeeds: a lost or refusing answer does not, nor a swap that is being cancelled.
 * @throws as `followStep`.
 */
function checkAccepted(intent: Intent): void {
  const tx = getSignedStep(intent, 'swap')
  const isTaken = tx.stage === 'submitted' && newestVersion(tx).kind !== 'cancel'
  const failure = isTaken || tx.stage === 'mined' ? undefined : toStepFailure(intent, tx, 1)
  if (failure !== undefined) throw failure
}
