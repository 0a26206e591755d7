/** Sentences about evidence, for `domain/evidence.ts`. */
import type { BroadcastObservation, LookObservation, Observation } from '#domain/evidence'
import type { RevertReason } from '#domain/revert-reason'

/** «Reverted (reason)». */
export const revertedText = (reason: RevertReason | undefined): string =>
  reason === undefined ? 'Reverted' : `Reverted (${reason.words})`

/** What each endpoint answered to the bytes last, and that none showed them when it was asked. */
export function unknownText(observations: readonly Observation[], looks: readonly LookObservation[]): string {
  const last = new Map<string, BroadcastObservation>()
  for (const one of observations) if (one.kind === 'broadcast') last.set(one.endpoint, one)
  const handed = [...last.values()].map((one) => `${one.endpoint} (${outcomeText(one)})`).join(', ')
  const absent = looks.filter(({ seen }) => seen === 'absent').map(({ endpoint }) => endpoint)
  const seen = absent.length === 0 ? 'no node was asked for it since' : `${absent.join(', ')} did not show it`
  return `It was handed to ${handed}; ${seen}.`
}

function outcomeText({ outcome, reason }: BroadcastObservation): string {
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
