/** Sentences about evidence, for `domain/journal/evidence.ts`. */

import type { RevertReason } from '#domain/failures/revert-reason'
import type { BroadcastObservation, LookObservation, Observation } from '#domain/journal/evidence'

/** «Reverted (reason)». */
export const formatReverted = (reason: RevertReason | undefined): string =>
  reason === undefined ? 'Reverted' : `Reverted (${reason.words})`

/** Each endpoint's last answer to the bytes, and which endpoints did not show them. */
export function formatUnknown(observations: readonly Observation[], looks: readonly LookObservation[]): string {
  const last = new Map<string, BroadcastObservation>()
  for (const one of observations) if (one.kind === 'broadcast') last.set(one.endpoint, one)
  const handed = [...last.values()].map((one) => `${one.endpoint} (${formatOutcome(one)})`).join(', ')
  const absent = looks.filter(({ seen }) => seen === 'absent').map(({ endpoint }) => endpoint)
  const seen = absent.length === 0 ? 'no node was asked for it since' : `${absent.join(', ')} did not show it`
  return `It was handed to ${handed}; ${seen}.`
}

function formatOutcome({ outcome, reason }: BroadcastObservation): string {
  switch (outcome) {
    case 'begun':
      return 'the outcome was not recorded'
    case 'no-answer':
      return 'no answer'
    case 'refused':
      return `refused: ${reason ?? 'no reason given'}`
    default:
      return outcome
  }
}

/** The endpoint that has it, as far as is known: it showed it, or took it and has not been seen without it since. */
export function describeHolder(
  observations: readonly Observation[],
  looks: readonly LookObservation[],
): string | undefined {
  const inPool = looks.find(({ seen }) => seen === 'waiting' || seen === 'behind' || seen === 'mined')
  if (inPool?.seen === 'waiting') return `${inPool.endpoint} has it waiting for a block.`
  if (inPool !== undefined) return 'The endpoints do not agree on whether it is in a block.'
  const taken = new Set<string>()
  for (const one of observations) {
    if (one.kind === 'broadcast' && (one.outcome === 'accepted' || one.outcome === 'known')) taken.add(one.endpoint)
    if (one.kind === 'look' && one.seen === 'absent') taken.delete(one.endpoint)
  }
  const [endpoint] = taken
  return endpoint === undefined ? undefined : `${endpoint} accepted it.`
}
