/**
 * Who keeps a step from an end for good that sells nothing: void, replaced, reverted or cancelled. Such an end is never looked
 * at again, and a user who believes it swaps again. What an endpoint showed counts until that endpoint takes it back, however
 * long it is silent; and as long as one alone confirms the end, the others in the settings are missing. One that was taken out
 * of them no longer counts.
 */

import { isSameOutcome, isStuck, type MinedLook, sameMomentSeconds, withoutStuck } from '#domain/journal/looks'
import type {
  LookObservation,
  NonceAtObservation,
  NonceUsedObservation,
  Observation,
} from '#domain/journal/observations'
import type { Seconds } from '#domain/units'

/** Names of endpoints. */
export interface Objections {
  /** Showed something else, and have not taken it back. */
  readonly deny: readonly string[]
  /** Have not confirmed it by a final block of their own. */
  readonly miss: readonly string[]
}

export const hasObjections = ({ deny, miss }: Objections): boolean => deny.length + miss.length > 0

/** The endpoints in the settings when the step was looked up last; `undefined` if no record tells. */
export const findConfigured = (observations: readonly Observation[]): readonly string[] | undefined =>
  observations.findLast((one) => one.kind === 'asked')?.endpoints

/** What is known of a step, of which `looks` are the latest of each endpoint at each version. */
export interface Shown {
  readonly looks: readonly LookObservation[]
  readonly configured: readonly string[] | undefined
}

export const isConfigured = ({ configured }: Pick<Shown, 'configured'>, endpoint: string): boolean =>
  configured === undefined || configured.includes(endpoint)

/** The looks of the endpoints in the settings. */
export const listCounted = (shown: Shown): readonly LookObservation[] =>
  shown.looks.filter(({ endpoint }) => isConfigured(shown, endpoint))

const isListed = ({ seen }: LookObservation): boolean => seen === 'mined' || seen === 'behind'
const namesOf = (looks: readonly LookObservation[]): readonly string[] => [
  ...new Set(looks.map(({ endpoint }) => endpoint)),
]

/** Without those that are stuck at a moment, by what they showed then: what waits there says nothing of the present. */
function withoutStuckAt(looks: readonly LookObservation[], moment: Seconds): readonly LookObservation[] {
  const recent = looks.filter(({ at }) => at >= moment - sameMomentSeconds)
  const earlier = looks.filter((look) => !recent.includes(look) && !isStuck(look))
  return [...withoutStuck(recent), ...earlier]
}

/** One of them may lie. */
const enoughEndpoints = 2

/**
 * The configured endpoints of which `hasConfirmed` is false, but for those that are stuck at that moment; none if two confirm
 * it: one that is dead for good, and never showed anything else, must not keep a step open.
 */
function findMissing(shown: Shown, moment: Seconds, hasConfirmed: (endpoint: string) => boolean): readonly string[] {
  const configured = shown.configured ?? []
  if (configured.filter(hasConfirmed).length >= enoughEndpoints) return []
  const live = withoutStuckAt(shown.looks, moment)
  const isStuckNow = (name: string): boolean => {
    const last = latestOf(shown.looks, name)
    return last !== undefined && last.at >= moment - sameMomentSeconds && !live.includes(last)
  }
  return configured.filter((name) => !hasConfirmed(name) && !isStuckNow(name))
}

const latestOf = (looks: readonly LookObservation[], name: string): LookObservation | undefined =>
  looks.reduce<LookObservation | undefined>(
    (last, look) => (look.endpoint === name && look.at >= (last?.at ?? look.at) ? look : last),
    undefined,
  )

/**
 * Those that show a version in a block, or waiting at a head which the deadline still allows; and those without a final block
 * past the deadline in which the nonce was free.
 * @param free such states, the last of each endpoint
 */
export function findVoidObjections(
  shown: Shown,
  free: readonly [NonceAtObservation, ...NonceAtObservation[]],
  deadline: Seconds,
): Objections {
  const moment = free.reduce((last, { at }) => (at > last ? at : last), free[0].at)
  const hasTakenBack = (look: LookObservation): boolean =>
    free.some(({ endpoint, at }) => endpoint === look.endpoint && at > look.at)
  const isWaitingInTime = ({ seen, head }: LookObservation): boolean => seen === 'waiting' && head.time <= deadline
  const looks = listCounted(shown)
  const denying = [...looks.filter(isListed), ...withoutStuckAt(looks, moment).filter(isWaitingInTime)]
  return {
    deny: namesOf(denying.filter((look) => !hasTakenBack(look))),
    miss: findMissing(shown, moment, (name) => free.some(({ endpoint }) => endpoint === name)),
  }
}

/** Those that have a version of ours in a block: the nonce is not another transaction's by all of them. */
export const findHoldersInBlock = (shown: Shown, used: NonceUsedObservation): readonly string[] =>
  namesOf(
    listCounted(shown).filter((look) => isListed(look) && !(look.endpoint === used.endpoint && used.at > look.at)),
  )

/** Those that do not show the nonce used by blocks as deep as is final. */
export function findUseObjections(
  shown: Shown,
  used: NonceUsedObservation,
  nonce: number,
  finalDepth: number,
): Objections {
  const isDeep = ({ number }: LookObservation['head']): boolean => number - used.block + 1 >= finalDepth
  const hasConfirmed = (name: string): boolean => {
    const look = latestOf(shown.looks, name)
    const isNow = look !== undefined && look.at >= used.at - sameMomentSeconds
    return isNow ? look.nonce > nonce && isDeep(look.head) : used.endpoint === name && isDeep(used.head)
  }
  return { deny: [], miss: findMissing(shown, used.at, hasConfirmed) }
}

/** Those that have the step in a block with another end or as another version, or have it waiting. */
export function findEndObjections(shown: Shown, found: MinedLook): Objections {
  const looks = listCounted(shown)
  const isSame = ({ hash, receipt, blockHash }: LookObservation): boolean =>
    hash === found.hash &&
    (receipt === undefined ? blockHash === found.receipt.blockHash : isSameOutcome(receipt, found.receipt))
  const agreeing = new Set(namesOf(looks.filter(isSame)))
  const waiting = withoutStuckAt(looks, found.at).filter(({ seen }) => seen === 'waiting')
  return { deny: namesOf([...looks.filter(isListed), ...waiting]).filter((name) => !agreeing.has(name)), miss: [] }
}
