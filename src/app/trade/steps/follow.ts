import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { refreshStep } from '#app/trade/steps/refresh'
import { broadcastStep, getSignedStep, type SignedStep } from '#app/trade/steps/send'
import type { SwapError } from '#domain/errors'
import { toStepFailure } from '#domain/journal/outcome'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/trader'

export interface FollowLimits {
  /** Blocks including the transaction's own. */
  readonly confirmations: number
  /** Total time to wait. */
  readonly timeoutSeconds: number
}

/** Failures that waiting may still resolve. */
const pendingCodes: ReadonlySet<string> = new Set(['PENDING', 'OUTCOME_UNKNOWN'])

/** Seconds between broadcasts of the same bytes to all endpoints, while none shows them. */
const rebroadcastSeconds = 3

/**
 * Waits until a signed step has the confirmations that `patience` asks for; rebroadcasts bytes that no endpoint shows.
 * All endpoints are asked first.
 * @throws `REVERTED`, `REPLACED`, `DEADLINE_PASSED`, `RECEIVED_UNKNOWN`; `PENDING` or `OUTCOME_UNKNOWN` when time ran
 * out.
 */
export async function followStep(
  context: TradeContext,
  step: SignedStep,
  limits: FollowLimits,
  dialogue: Dialogue,
): Promise<Intent> {
  const { clock } = context
  const { blockTimeMs } = step.chain.network
  const pause = Math.min(4000, Math.max(100, blockTimeMs / 4))
  const until = clock.elapsed() + limits.timeoutSeconds * 1000
  let current = step
  let asked: 'one' | 'all' = 'all'
  for (;;) {
    const why = await connectionLost(async () => {
      current = await refreshAndReport(context, current, { at: asked, confirmations: limits.confirmations }, dialogue)
    })
    asked = 'one'
    const tx = getSignedStep(current.intent, step.step)
    const failure = toStepFailure(current.intent, tx, limits.confirmations, why)
    if (failure === undefined) return current.intent
    if (!pendingCodes.has(failure.code) || clock.elapsed() >= until) throw failure
    if (tx.conclusion.mayBroadcast && clock.now() - lastBroadcastAt(tx) >= rebroadcastSeconds)
      current = { ...current, intent: await broadcastStep(context, current, 'all', dialogue) }
    dialogue.tell({ what: 'waiting', intent: current.intent })
    await clock.sleep(pause)
  }
}

/** From the record, so a run that resumes an earlier run's bytes broadcasts them at once. */
const lastBroadcastAt = ({ observations }: JournalTx): number =>
  observations.findLast(({ kind }) => kind === 'broadcast')?.at ?? 0

/** Refreshes a step and reports when it enters or leaves a block. */
async function refreshAndReport(
  context: TradeContext,
  current: SignedStep,
  { at, confirmations }: { readonly at: 'one' | 'all'; readonly confirmations: number },
  dialogue: Dialogue,
): Promise<SignedStep> {
  const before = getSignedStep(current.intent, current.step).mined
  const intent = await refreshStep(context, current, at, confirmations)
  const { mined } = getSignedStep(intent, current.step)
  if (mined !== undefined && before === undefined) dialogue.tell({ what: 'mined', intent })
  if (mined === undefined && before !== undefined) dialogue.tell({ what: 'reorganized', intent })
  return { ...current, intent }
}

/** The connection failure, if any. It is not thrown, as it says nothing about what was sent. */
async function connectionLost(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isConnectionFailure(error)) return (error satisfies SwapError).message
    throw error
  }
}
