/**
 * The outcome of signed bytes is never stored, it is concluded: from attempts (signed bytes with their nonce) and
 * observations (what was sent to which endpoint, and what each endpoint showed when). One node may lie, lag or forget,
 * so an answer counts for the endpoint that gave it and the block it was given at, and no later answer of another
 * endpoint erases it.
 */

import type { RevertReason } from '#domain/failures/revert-reason'
import { describeHolder, formatReverted, formatUnknown } from '#domain/journal/evidence-text'
import type { MinedFacts } from '#domain/journal/swap'
import type { Amount, Hex, Seconds } from '#domain/units'

export interface ObservedBlock {
  readonly number: number
  readonly hash: Hex
  readonly time: Seconds
}

/** What a receipt says, once its block was found to list the transaction. */
export interface ReceiptFacts extends MinedFacts {
  readonly status: 'success' | 'reverted'
  /** What the recipient of a swap received; absent if neither logs nor balances tell. */
  readonly received?: Amount
  /** Why it reverted; absent until it was looked up. */
  readonly reason?: RevertReason
}

interface ObservationBase {
  readonly at: Seconds
  /** The endpoint's host, never its path, which may hold a key. */
  readonly endpoint: string
  /** The attempt it is about. */
  readonly hash: Hex
}

/** A broadcast to an endpoint: `begun` is durable before the first byte leaves; an outcome may follow. */
export interface BroadcastObservation extends ObservationBase {
  readonly kind: 'broadcast'
  readonly outcome: 'begun' | 'accepted' | 'known' | 'refused' | 'no-answer'
  /** The node's error message, sanitized. */
  readonly reason?: string
}

/**
 * What an endpoint showed at its head: the transaction in a block, pending, or absent. `behind`: it serves no receipt,
 * but its own chain has the very block in which another look found it, and lists it there.
 */
export interface LookObservation extends ObservationBase {
  readonly kind: 'look'
  readonly head: ObservedBlock
  /** The account's next nonce, counting mined transactions only. */
  readonly nonce: number
  readonly seen: 'mined' | 'waiting' | 'absent' | 'behind'
  /** Set if and only if `seen` is `mined`. */
  readonly receipt?: ReceiptFacts
  /** Set if and only if `seen` is `behind`: the block it holds. */
  readonly blockHash?: Hex
}

/** The transaction that used the step's nonce, found in its block: it may be one of our own attempts. */
export interface NonceUsedObservation extends ObservationBase {
  readonly kind: 'nonce-used'
  readonly head: ObservedBlock
  readonly by: Hex
  readonly block: number
  readonly blockHash: Hex
}

/** The account's nonce at a block, read from that block's state. */
export interface NonceAtObservation extends ObservationBase {
  readonly kind: 'nonce-at'
  readonly block: ObservedBlock
  readonly nonce: number
  /** That block was deep enough to be final. */
  readonly final: boolean
}

export type Observation = BroadcastObservation | LookObservation | NonceUsedObservation | NonceAtObservation

export interface Attempt {
  readonly hash: Hex
  readonly nonce: number
}

/** What the conclusion depends on besides the evidence. */
export interface FinalityTerms {
  /** Blocks, its own included, after which the network's entry counts a block as final; at least 1. */
  readonly finalDepth: number
  /** A swap's: a block later than this can only hold it reverted. */
  readonly deadline?: Seconds | undefined
}

export interface Conclusion {
  readonly stage: 'signed' | 'submitted' | 'unknown' | 'mined' | 'confirmed' | 'reverted' | 'replaced' | 'void'
  /** Whether it can act, or has acted, on the chain: `no` needs proof, `yes` that an endpoint showed or took it. */
  readonly sent: 'no' | 'maybe' | 'yes'
  /** At the depth of the network's entry: not checked again. */
  readonly isFinal: boolean
  /** Blocks on what was concluded, its own included; 0 while it is in none. */
  readonly depth: number
  readonly finalDepth: number
  readonly receipt?: ReceiptFacts
  /** The other transaction that used the nonce. */
  readonly replacedBy?: { readonly hash: Hex; readonly block: number; readonly blockHash: Hex }
  /** What is known, as one sentence. */
  readonly known: string
  /** The same bytes may be broadcast again: no endpoint is known to have them, and they could still succeed. */
  readonly mayBroadcast: boolean
}

/** How much older than the latest look another endpoint's answer may be and still contradict it, in seconds. */
const sameMomentSeconds = 10

/** The only place that turns evidence into a stage. Pure: the same evidence always gives the same conclusion. */
export function conclude(
  attempts: readonly Attempt[],
  observations: readonly Observation[],
  terms: FinalityTerms,
): Conclusion {
  const looks = findLatestLooks(observations)
  const included = findCanonicalLook(attempts, looks)
  if (included !== undefined) return concludeMined(included, looks, terms)
  const used = findNonceUse(attempts, observations)
  if (used !== undefined)
    return attempts.some(({ hash }) => hash === used.by)
      ? concludeUnreceipted(used, terms)
      : concludeReplaced(used, terms)
  return concludeUnmined(attempts, observations, looks, terms) ?? concludeUnknown(observations, looks, terms)
}

type MinedLook = LookObservation & { readonly receipt: ReceiptFacts }
const isMined = (look: LookObservation): look is MinedLook => look.receipt !== undefined

/** The last look at each attempt by each endpoint. */
function findLatestLooks(observations: readonly Observation[]): readonly LookObservation[] {
  const latest = new Map<string, LookObservation>()
  for (const one of observations) if (one.kind === 'look') latest.set(`${one.endpoint} ${one.hash}`, one)
  return [...latest.values()]
}

/** The latest look that shows it in a block, unless another endpoint's look contradicts it. */
function findCanonicalLook([attempt]: readonly Attempt[], looks: readonly LookObservation[]): MinedLook | undefined {
  const found = looks.filter(isMined).reduce<MinedLook | undefined>((best, look) => {
    return best === undefined || look.at > best.at || (look.at === best.at && look.head.number > best.head.number)
      ? look
      : best
  }, undefined)
  if (found === undefined) return undefined
  return looks.some((look) => contradicts(look, found, attempt?.nonce ?? 0)) ? undefined : found
}

/**
 * Whether a look contradicts the one of another endpoint that found it: its chain reaches that height without that
 * block, or with the nonce still free. An endpoint that merely lacks the receipt lags, unless its look is newer.
 */
function contradicts(look: LookObservation, { receipt, at, endpoint, hash }: MinedLook, nonce: number): boolean {
  if (look.endpoint === endpoint || look.hash !== hash) return false
  if (look.head.number < receipt.block || look.seen === 'behind') return false
  const isRecent = look.at >= at - sameMomentSeconds
  if (look.receipt !== undefined) return isRecent && look.receipt.blockHash !== receipt.blockHash
  return look.at > at || (isRecent && look.nonce <= nonce)
}

function concludeMined(look: MinedLook, looks: readonly LookObservation[], { finalDepth }: FinalityTerms): Conclusion {
  const { receipt } = look
  const agreeing = looks.filter((one) => (one.receipt?.blockHash ?? one.blockHash) === receipt.blockHash)
  const depth = Math.max(...agreeing.map(({ head }) => head.number)) - receipt.block + 1
  const isFinal = depth >= finalDepth
  const facts = { sent: 'yes', isFinal, depth, finalDepth, receipt, mayBroadcast: false } as const
  const where = `in block ${receipt.block}, ${formatDepth(depth, finalDepth)}`
  if (receipt.status === 'reverted')
    return { ...facts, stage: 'reverted', known: `${formatReverted(receipt.reason)} ${where}.` }
  return { ...facts, stage: isFinal ? 'confirmed' : 'mined', known: `Mined ${where}.` }
}

const formatDepth = (depth: number, finalDepth: number): string =>
  depth >= finalDepth ? 'final' : `${depth} of ${finalDepth} blocks deep`

/** The transaction found with the step's nonce, unless the nonce was seen free again at that height or above. */
function findNonceUse(
  [attempt]: readonly Attempt[],
  observations: readonly Observation[],
): NonceUsedObservation | undefined {
  if (attempt === undefined) return undefined
  const free = new Map<string, LookObservation>() // the endpoints whose last look shows the nonce free
  let used: NonceUsedObservation | undefined
  for (const one of observations) {
    if (one.kind === 'look') {
      if (one.nonce > attempt.nonce) free.delete(one.endpoint)
      else free.set(one.endpoint, one)
      if (used !== undefined && one.nonce <= attempt.nonce && one.head.number >= used.block) used = undefined
    }
    if (one.kind === 'nonce-used') used = [...free.values()].some((look) => denies(look, one)) ? undefined : one
  }
  return used
}

const denies = (look: LookObservation, used: NonceUsedObservation): boolean =>
  look.endpoint !== used.endpoint && look.head.number >= used.block && look.at >= used.at - sameMomentSeconds

function concludeReplaced(
  { by, block, blockHash, head }: NonceUsedObservation,
  { finalDepth }: FinalityTerms,
): Conclusion {
  const depth = head.number - block + 1
  const isFinal = depth >= finalDepth
  return {
    stage: 'replaced',
    sent: isFinal ? 'no' : 'maybe',
    isFinal,
    depth,
    finalDepth,
    replacedBy: { hash: by, block, blockHash },
    known: `Another transaction of this account, ${by}, used the nonce in block ${block}, ${formatDepth(depth, finalDepth)}.`,
    mayBroadcast: false,
  }
}

/** Found in a block by its nonce, while no endpoint serves its receipt. */
const concludeUnreceipted = ({ block }: NonceUsedObservation, { finalDepth }: FinalityTerms): Conclusion => ({
  stage: 'submitted',
  sent: 'yes',
  isFinal: false,
  depth: 0,
  finalDepth,
  known: `Block ${block} holds it, but no endpoint serves its receipt yet.`,
  mayBroadcast: false,
})

/** Void by its deadline, never broadcast, or pending at a node. */
function concludeUnmined(
  [attempt]: readonly Attempt[],
  observations: readonly Observation[],
  looks: readonly LookObservation[],
  terms: FinalityTerms,
): Conclusion | undefined {
  const facts = { isFinal: false, depth: 0, finalDepth: terms.finalDepth } as const
  const past = attempt && findBlockPastDeadline(attempt.nonce, observations, terms)
  if (past !== undefined) {
    const known = `Block ${past.number}, final and later than its deadline, does not hold it: its bytes can only revert now.`
    return { ...facts, stage: 'void', sent: 'no', isFinal: true, known, mayBroadcast: false }
  }
  if (looks.every(({ seen }) => seen === 'absent') && !observations.some(({ kind }) => kind === 'broadcast')) {
    const known = 'It is signed and stored, and was not handed to any node yet.'
    return { ...facts, stage: 'signed', sent: 'no', known, mayBroadcast: !isLate(looks, terms) }
  }
  const holder = describeHolder(observations, looks)
  if (holder === undefined) return undefined
  // Others do not have it: the one that took it may have died, and the same bytes can only act once.
  const newest = Math.max(...looks.map(({ at }) => at))
  const isMissed =
    looks.length > 0 && looks.every(({ seen, at }) => seen === 'absent' || at < newest - sameMomentSeconds)
  return { ...facts, stage: 'submitted', sent: 'yes', known: holder, mayBroadcast: isMissed && !isLate(looks, terms) }
}

/** A final block later than the deadline in whose state the nonce was still free, by every endpoint asked. */
function findBlockPastDeadline(
  nonce: number,
  observations: readonly Observation[],
  { deadline }: FinalityTerms,
): ObservedBlock | undefined {
  if (deadline === undefined) return undefined
  const seen = observations.filter((one) => one.kind === 'nonce-at')
  const isFree = (one: NonceAtObservation): boolean => one.nonce <= nonce
  const usedBy = (number: number): boolean => seen.some((one) => !isFree(one) && one.block.number <= number)
  return seen.find((one) => one.final && isFree(one) && one.block.time > deadline && !usedBy(one.block.number))?.block
}

/** Broadcast, and no endpoint asked has it: neither sent nor not sent is proven. */
function concludeUnknown(
  observations: readonly Observation[],
  looks: readonly LookObservation[],
  terms: FinalityTerms,
): Conclusion {
  return {
    stage: 'unknown',
    sent: 'maybe',
    isFinal: false,
    depth: 0,
    finalDepth: terms.finalDepth,
    known: formatUnknown(observations, looks),
    mayBroadcast: !isLate(looks, terms),
  }
}

/** By the chain's clock, not ours: from here on the bytes could only cost gas. */
const isLate = (looks: readonly LookObservation[], { deadline }: FinalityTerms): boolean =>
  deadline !== undefined && looks.some(({ head }) => head.time > deadline)
