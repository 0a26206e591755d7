import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { isRebroadcastDue, rebroadcastStep } from '#app/trade/steps/rebroadcast'
import { refreshStep } from '#app/trade/steps/refresh'
import { getSignedStep, type SignedStep } from '#app/trade/steps/send'
import { SwapError } from '#domain/errors'
import { toStepFailure } from '#domain/journal/outcome'
import { type Intent, type JournalTx, newestVersion, type TxVersion } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { Hex } from '#domain/units'

export interface FollowLimits {
  /** Blocks including the transaction's own. */
  readonly confirmations: number
  /** Total time to wait. */
  readonly timeoutSeconds: number
  /** Replaces the step while it waits; nothing is replaced if absent. */
  readonly bumps?: AutomaticBumps | undefined
}

/** Speedups without a question, within the budget that the step was signed with. */
export interface AutomaticBumps {
  /** Seconds after the newest version was signed. */
  readonly afterSeconds: number
  /** How many versions may follow the original, those of other commands included. */
  readonly max: number
  /** @throws `NOT_REPLACEABLE`, `GAS_ABOVE_LIMIT` and what signing throws. */
  readonly speedUp: (step: SignedStep) => Promise<Intent>
}

/** Failures that waiting may still resolve. */
const pendingCodes: ReadonlySet<string> = new Set(['PENDING', 'OUTCOME_UNKNOWN'])

/**
 * Waits until a signed step has the confirmations that `patience` asks for; rebroadcasts bytes that no endpoint shows.
 * All endpoints are asked first.
 * @throws `REVERTED`, `REPLACED`, `CANCELLED`, `DEADLINE_PASSED`, `RECEIVED_UNKNOWN`; `PENDING` or `OUTCOME_UNKNOWN`
 * when time ran out.
 */
export async function followStep(
  context: TradeContext,
  step: SignedStep,
  limits: FollowLimits,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  const { clock } = context
  const { blockTimeMs } = step.chain.network
  const pause = Math.min(4000, Math.max(100, blockTimeMs / 4))
  const until = clock.elapsed() + limits.timeoutSeconds * 1000
  const bump = createBumper(context, limits, dialogue)
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
    // bytes that stay private because an endpoint did not tell its head go public with a later look
    await connectionLost(async () => {
      if (isRebroadcastDue(tx, clock.now()))
        current = { ...current, intent: await rebroadcastStep(context, current, dialogue) }
    })
    current = await bump(current)
    dialogue.tell({ what: 'waiting', intent: current.intent })
    await clock.sleep(pause)
  }
}

/**
 * Speeds up a step that waits too long. A refusal is told, and the next try follows only after the same time: the step is
 * followed as it is.
 */
function createBumper(
  { clock }: TradeContext,
  { bumps }: FollowLimits,
  dialogue: Pick<Dialogue, 'tell'>,
): (current: SignedStep) => Promise<SignedStep> {
  const secondsSince = (moment: number): number => (clock.elapsed() - moment) / 1000
  const seenAt = new Map<Hex, number>()
  let refusedAt = Number.NEGATIVE_INFINITY
  // a clock that was set back says too little of a version's age: it is as old as this process knows it, at least
  const ageOf = ({ signedAt, hash }: TxVersion): number => {
    const seen = seenAt.get(hash) ?? clock.elapsed()
    seenAt.set(hash, seen)
    return Math.max(clock.now() - signedAt, secondsSince(seen))
  }
  const isDue = (tx: JournalTx, { afterSeconds, max }: AutomaticBumps): boolean => {
    const newest = newestVersion(tx)
    const age = ageOf(newest) // noted in every round, also in those in which nothing may be due
    const isOpen = openStages.has(tx.conclusion.stage) && newest.kind !== 'cancel' && tx.versions.length <= max
    return isOpen && Math.min(age, secondsSince(refusedAt)) >= afterSeconds
  }
  return async (current) => {
    if (bumps === undefined || !isDue(getSignedStep(current.intent, current.step), bumps)) return current
    try {
      return { ...current, intent: await bumps.speedUp(current) }
    } catch (error) {
      if (!(error instanceof SwapError) || !bumpRefusals.has(error.code)) throw error
      refusedAt = clock.elapsed()
      dialogue.tell({ what: 'not-bumped', intent: current.intent, why: error.message })
      return current
    }
  }
}

const openStages: ReadonlySet<string> = new Set(['signed', 'submitted', 'unknown'])

const bumpRefusals: ReadonlySet<string> = new Set([
  'NOT_REPLACEABLE',
  'GAS_ABOVE_LIMIT',
  'ESTIMATE_GAS_FAILED',
  'STORE_BUSY',
  'POLICY_VIOLATED',
  'NETWORK_UNAVAILABLE',
  'STALE_HEAD', // of a chain that makes no blocks, which is when a transaction waits
  'WRONG_CHAIN',
])

/** Refreshes a step and reports when it enters or leaves a block. */
async function refreshAndReport(
  context: TradeContext,
  current: SignedStep,
  { at, confirmations }: { readonly at: 'one' | 'all'; readonly confirmations: number },
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<SignedStep> {
  const before = getSignedStep(current.intent, current.step)
  const intent = await refreshStep(context, current, at, confirmations)
  const { mined, hash } = getSignedStep(intent, current.step)
  const isSame = mined !== undefined && before.mined !== undefined && hash === before.hash
  if (before.mined !== undefined && !isSame) dialogue.tell({ what: 'reorganized', intent })
  if (mined !== undefined && !isSame) dialogue.tell({ what: 'mined', intent })
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
