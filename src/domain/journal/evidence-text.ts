/** Sentences about evidence, for `domain/journal/evidence.ts`. */

import type { RevertReason } from '#domain/failures/revert-reason'
import type { Objections } from '#domain/journal/objections'
import type {
  Attempts,
  BroadcastObservation,
  LookObservation,
  Observation,
  ReceiptFacts,
} from '#domain/journal/observations'
import { findBroadcastTarget, findFallbackBlock, isPublished } from '#domain/journal/private-sending'
import type { AttemptKind } from '#domain/journal/swap'
import type { Hex } from '#domain/units'

/** «Reverted (reason)». */
export const formatReverted = (reason: RevertReason | undefined): string =>
  reason === undefined ? 'Reverted' : `Reverted (${reason.words})`

/** One more sentence: how the transaction ended that made a step's call in its place. */
export const formatEnd = (status: ReceiptFacts['status'] | undefined): string =>
  status === undefined ? ' How it ended is not known yet.' : status === 'success' ? ' It succeeded.' : ' It reverted.'

/**
 * Why an end is not one for good yet, and what helps, to be put behind another sentence; empty if all agree.
 * @param lead a sentence without its full stop
 */
export function formatObjections(lead: string, { deny, miss }: Objections): string {
  const parts = [
    ...(deny.length === 0 ? [] : [`${deny.join(', ')} showed otherwise, and did not take it back`]),
    ...(miss.length === 0 ? [] : [`${miss.join(', ')} did not confirm it`]),
  ]
  if (parts.length === 0) return ''
  return ` ${lead}: ${parts.join('; ')}. Ask again later or, if an endpoint is gone for good, by the others alone: --rpc-url <url>.`
}

/** Names the version that a sentence is about, if there are several: "…, final: version 2 of 3, a speedup, 0x…". */
export function withVersion(sentence: string, attempts: Attempts, hash: Hex): string {
  const index = attempts.findIndex((one) => one.hash === hash)
  const kind = attempts[index]?.kind
  if (attempts.length === 1 || kind === undefined) return sentence
  return `${sentence.slice(0, -1)}: version ${index + 1} of ${attempts.length}, ${versionNames[kind]}, ${hash}.`
}

const versionNames = {
  original: 'the original',
  speedup: 'a speedup',
  cancel: 'a cancellation',
} as const satisfies Record<AttemptKind, string>

/** Each endpoint's last answer to the bytes, those of the newest version if it was broadcast, and who did not show them. */
export function formatUnknown(
  observations: readonly Observation[],
  looks: readonly LookObservation[],
  newest: Hex,
): string {
  const broadcasts = observations.filter((one) => one.kind === 'broadcast')
  const own = broadcasts.filter(({ hash }) => hash === newest)
  const last = new Map((own.length === 0 ? broadcasts : own).map((one) => [one.endpoint, one]))
  const handed = [...last.values()].map((one) => `${one.endpoint} (${formatOutcome(one)})`).join(', ')
  const absent = [...new Set(looks.filter(({ seen }) => seen === 'absent').map(({ endpoint }) => endpoint))]
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

/** The newest version that an endpoint has, as far as is known, and which one. */
export function findHolder(
  attempts: Attempts,
  observations: readonly Observation[],
  looks: readonly LookObservation[],
): { readonly hash: Hex; readonly known: string } | undefined {
  for (const { hash } of [...attempts].reverse()) {
    const isOfVersion = (one: Observation): boolean => one.hash === hash
    const known = describeHolder(observations.filter(isOfVersion), looks.filter(isOfVersion))
    if (known !== undefined) return { hash, known: withVersion(known, attempts, hash) }
  }
  return undefined
}

/** The endpoint showed it, or took it and has not been seen without it since. */
function describeHolder(observations: readonly Observation[], looks: readonly LookObservation[]): string | undefined {
  const inPool = looks.find(({ seen }) => seen === 'waiting' || seen === 'behind' || seen === 'mined')
  if (inPool?.seen === 'waiting') return `${inPool.endpoint} has it waiting for a block.`
  if (inPool !== undefined) return 'The endpoints do not agree on whether it is in a block.'
  const taken = new Set<string>()
  let keeper: string | undefined // a private endpoint is never asked, so no look tells that it dropped the bytes
  for (const one of observations) {
    const isTaken = one.kind === 'broadcast' && (one.outcome === 'accepted' || one.outcome === 'known')
    if (isTaken && one.via === 'private') keeper = one.endpoint
    else if (isTaken) taken.add(one.endpoint)
    if (one.kind === 'look' && one.seen === 'absent') taken.delete(one.endpoint)
  }
  const [endpoint] = taken
  if (endpoint !== undefined) return `${endpoint} accepted it.`
  return keeper === undefined ? undefined : `${keeper} accepted it privately.`
}

/**
 * What follows for bytes that are sent privately, to be put behind another sentence: that public nodes cannot know them,
 * that they are public after all, and when they will be. Empty for others.
 */
export function formatPrivacy(record: {
  readonly attempts: Attempts
  readonly observations: readonly Observation[]
  readonly looks: readonly LookObservation[]
}): string {
  const { attempts, observations, looks } = record
  const sending = attempts.findLast((one) => one.sending !== undefined)?.sending
  if (sending === undefined) return ''
  if (isPublished(observations)) return ` It was sent to ${sending.endpoint} privately first, and is public now.`
  const seen = looks.find((look) => look.seen === 'waiting' || look.seen === 'behind')
  if (seen !== undefined)
    return ` It was sent to ${sending.endpoint} only, but ${seen.endpoint} shows it: it is public, and others may have seen it.`
  const block = findFallbackBlock(sending)
  const next =
    block === undefined
      ? 'It is never sent to them from here'
      : findBroadcastTarget(sending, observations) === 'public'
        ? `Block ${block} has come, so the same bytes go to them next`
        : `The same bytes go to them from block ${block} on`
  return ` Public nodes do not show what is sent privately before it is mined. ${next}.`
}
