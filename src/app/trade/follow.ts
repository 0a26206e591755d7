import type { TradeContext } from '#app/context'
import { refreshStep } from '#app/trade/refresh-step'
import { broadcastStep, type SignedStep, signedStep } from '#app/trade/send'
import { isOfTheWay } from '#app/trade/way'
import type { SwapError } from '#domain/errors'
import { stepFailure } from '#domain/outcome'
import type { Intent, JournalTx } from '#domain/swap'
import type { Dialogue } from '#domain/trader'

export interface Patience {
  /** Blocks on a transaction, its own counted. */
  readonly confirmations: number
  /** How long to wait in all. */
  readonly seconds: number
}

/** Failures that waiting may still mend. */
const open: ReadonlySet<string> = new Set(['PENDING', 'OUTCOME_UNKNOWN'])

/** Seconds between two times the same bytes are handed to all endpoints, while none shows them. */
const rebroadcastSeconds = 3

/**
 * Waits until a signed step is as deep in the chain as `patience` asks; bytes that no endpoint shows are handed over
 * again. All endpoints are asked first.
 * @throws `REVERTED`, `REPLACED`, `DEADLINE_PASSED`, `RECEIVED_UNKNOWN`; `PENDING` or `OUTCOME_UNKNOWN` when time ran out.
 */
export async function followStep(
  context: TradeContext,
  step: SignedStep,
  patience: Patience,
  dialogue: Dialogue,
): Promise<Intent> {
  const { clock } = context
  const { blockTimeMs } = step.chain.network
  const pause = Math.min(4000, Math.max(100, blockTimeMs / 4))
  const until = clock.elapsed() + patience.seconds * 1000
  let current = step
  let asked: 'one' | 'all' = 'all'
  for (;;) {
    const why = await connectionLost(async () => {
      current = await refreshed(context, current, { at: asked, confirmations: patience.confirmations }, dialogue)
    })
    asked = 'one'
    const tx = signedStep(current.intent, step.step)
    const failure = stepFailure(current.intent, tx, patience.confirmations, why)
    if (failure === undefined) return current.intent
    if (!open.has(failure.code) || clock.elapsed() >= until) throw failure
    if (tx.conclusion.mayBroadcast && clock.now() - lastHandedOver(tx) >= rebroadcastSeconds)
      current = { ...current, intent: await broadcastStep(context, current, 'all', dialogue) }
    dialogue.tell({ what: 'waiting', intent: current.intent })
    await clock.sleep(pause)
  }
}

/** By the record, so that a run that takes up another one's bytes hands them over at once. */
const lastHandedOver = ({ observations }: JournalTx): number =>
  observations.findLast(({ kind }) => kind === 'broadcast')?.at ?? 0

/** Refreshes a step and tells when it is in a block, and when it is there no more. */
async function refreshed(
  context: TradeContext,
  current: SignedStep,
  { at, confirmations }: { readonly at: 'one' | 'all'; readonly confirmations: number },
  dialogue: Dialogue,
): Promise<SignedStep> {
  const before = signedStep(current.intent, current.step).mined
  const intent = await refreshStep(context, current, at, confirmations)
  const { mined } = signedStep(intent, current.step)
  if (mined !== undefined && before === undefined) dialogue.tell({ what: 'mined', intent })
  if (mined === undefined && before !== undefined) dialogue.tell({ what: 'reorganized', intent })
  return { ...current, intent }
}

/** What is wrong with the connection, if anything: it says nothing about what was sent over it, so it is not thrown. */
async function connectionLost(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isOfTheWay(error)) return (error satisfies SwapError).message
    throw error
  }
}
