/** Completions whose signature was for a time that has passed. */
import type { CrossContext } from '#app/trade/cross/context'
import { fail } from '#domain/errors'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { ClaimRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import type { Hex } from '#domain/units'
import { decodeCompletionCall, readNonce } from '#encoding/crossing/completion'

const pauseMs = 2_000

type RenewalContext = Pick<CrossContext, 'crossing' | 'clock'>

/**
 * A crossing as it can be ended now: if its completion has lapsed, it is signed again first, and followed until it is.
 * What is signed again is for the caller to compare with the deposit, as anything that is signed.
 * @throws `TIMED_OUT` if it is not signed again in time; `PAYLOAD_MISMATCH` if it is another message;
 *   as `CrossingService.renew` and `track`
 */
export async function trackSigned(
  { crossing, clock }: RenewalContext,
  { network, hash, action, timeoutSeconds }: ClaimRequest,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<TrackedCrossing> {
  const tracked = await crossing.track(network, hash)
  const lapsed = action === 'complete' ? findLapsed(tracked) : undefined
  if (lapsed === undefined) return tracked
  dialogue.tell({ what: 'signing-again', hash })
  const until = clock.elapsed() + timeoutSeconds * 1000
  await crossing.renew(tracked)
  for (;;) {
    const renewed = await crossing.track(network, hash)
    // while it is signed again, there may be no signature at all
    if (!isWaiting(renewed)) return requireSameMessage(lapsed, renewed)
    if (clock.elapsed() >= until)
      throw fail('TIMED_OUT', { what: `Signing the message of ${hash} again`, seconds: timeoutSeconds })
    await clock.sleep(pauseMs)
  }
}

const findCompletion = ({ recoveries }: TrackedCrossing) => recoveries.find(({ action }) => action === 'complete')

function findLapsed(tracked: TrackedCrossing): Hex | undefined {
  const completion = findCompletion(tracked)
  return completion?.isLapsed ? completion.data : undefined
}

function isWaiting(tracked: TrackedCrossing): boolean {
  if (tracked.state.state !== 'bridging' || tracked.unsettled !== undefined) return false
  return findCompletion(tracked) === undefined || findLapsed(tracked) !== undefined
}

/** Under another nonce it could be received beside the one before. */
function requireSameMessage(lapsed: Hex, renewed: TrackedCrossing): TrackedCrossing {
  const completion = findCompletion(renewed)
  if (completion === undefined) return renewed
  const [expected, actual] = [nonceOf(lapsed), nonceOf(completion.data)]
  if (actual !== expected) throw fail('PAYLOAD_MISMATCH', { field: 'nonce', expected, actual })
  return renewed
}

const nonceOf = (completion: Hex): Hex => readNonce(decodeCompletionCall(completion)?.message ?? completion)
