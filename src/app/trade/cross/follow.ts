import type { CrossContext } from '#app/trade/cross/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { requireAccepted } from '#app/trade/steps/accepted'
import { followStep } from '#app/trade/steps/follow'
import { lookAndRebroadcast } from '#app/trade/steps/rebroadcast'
import { getSignedStep } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { CrossOutcome, CrossRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import type { NetworkName } from '#domain/units'

type Following = Pick<CrossRequest, 'confirmations' | 'timeoutSeconds' | 'wait'>

interface SentCross {
  readonly chain: Chain
  readonly intent: Intent
  readonly request: Following
}

/** Nothing is signed again; the same bytes are broadcast again if needed. */
export async function resumeCross(
  context: CrossContext,
  intent: Intent,
  request: Following,
  dialogue: Dialogue,
): Promise<CrossOutcome> {
  dialogue.tell({ what: 'resumed', intent })
  const chain = await context.chain(intent.network)
  if (request.wait) return finishCross(context, { chain, intent, request }, dialogue)
  const current = await lookAndRebroadcast(context, { chain, intent, step: 'cross' }, dialogue)
  return finishCross(context, { chain, intent: current, request }, dialogue)
}

/** Follows the source's transaction to the requested depth, and then the bridge, within the same time. */
export async function finishCross(
  context: CrossContext,
  { chain, intent, request }: SentCross,
  dialogue: Dialogue,
): Promise<CrossOutcome> {
  if (!request.wait) return { intent: requireAccepted({ intent, step: 'cross' }), tracked: undefined }
  const { clock } = context
  const until = clock.elapsed() + request.timeoutSeconds * 1000
  const mined = await followStep(context, { chain, intent, step: 'cross' }, request, dialogue)
  const { hash } = getSignedStep(mined, 'cross')
  if (mined.trade?.toNetwork !== undefined) dialogue.tell({ what: 'bridging', toNetwork: mined.trade.toNetwork })
  for (;;) {
    const { tracked, why } = await trackOrExplain(context, intent.network, hash)
    if (tracked !== undefined && !isUndecided(tracked)) return { intent: mined, tracked }
    if (clock.elapsed() >= until) throw pendingFailure(mined, hash, tracked, why)
    await clock.sleep(tracked?.unsettled === undefined ? pauseMs : settlingPauseMs)
  }
}

/** `error`: the journal has just concluded that it is mined, so one endpoint contradicts the others. */
const undecided: ReadonlySet<string> = new Set(['pending', 'bridging', 'error'])

/** Whether there is still something to wait for. */
export const isUndecided = ({ state }: Pick<TrackedCrossing, 'state'>): boolean => undecided.has(state.state)
const pauseMs = 1_000
/** Every endpoint is asked each time, until the blocks of both networks are final. */
const settlingPauseMs = 5_000

/** An endpoint that does not answer now may in a moment. */
export async function trackOrExplain(
  { crossing }: Pick<CrossContext, 'crossing'>,
  network: NetworkName,
  hash: TrackedCrossing['hash'],
): Promise<{ readonly tracked?: TrackedCrossing; readonly why?: string }> {
  try {
    return { tracked: await crossing.track(network, hash) }
  } catch (error) {
    // an index of logs may lag behind the state that another post of the same endpoint shows
    if (!isConnectionFailure(error) && !isFailure(error, 'CHECK_FAILED')) throw error
    return { why: error.message }
  }
}

function pendingFailure(
  { id, trade }: Intent,
  txHash: TrackedCrossing['hash'],
  tracked: TrackedCrossing | undefined,
  why: string | undefined,
) {
  const there = tracked?.target?.network ?? trade?.toNetwork ?? 'the other network'
  const isUnpaid = tracked?.state.state === 'bridging' && tracked.unsettled === undefined
  const known = isUnpaid
    ? `It is deposited, and not paid on ${there} yet.`
    : `It is mined here; what became of it on ${there} is not known${tracked?.unsettled ? ` yet: ${tracked.unsettled.reason}` : ''}.`
  return fail(
    'PENDING',
    { what: 'The crossing', id, known },
    { sent: true, swapId: id, txHash, ...(why === undefined ? {} : { why }) },
  )
}
