/**
 * The outcome of signed bytes is never stored, it is concluded: from attempts (versions of signed bytes with their
 * nonce) and observations (what was sent to which endpoint, and what each endpoint showed when). One node may lie, lag or forget,
 * so an answer counts for the endpoint that gave it and the block it was given at, and no later answer of another
 * endpoint erases it.
 */

import {
  findHolder,
  formatEnd,
  formatObjections,
  formatPrivacy,
  formatReverted,
  formatUnknown,
  withVersion,
} from '#domain/journal/evidence-text'
import {
  findAgreedFigures,
  findCanonicalLook,
  findLatestLooks,
  findNonceUse,
  findSupportedHeight,
  type MinedLook,
  sameMomentSeconds,
  withSteadyTimes,
} from '#domain/journal/looks'
import {
  findConfigured,
  findEndObjections,
  findHoldersInBlock,
  findUseObjections,
  findVoidObjections,
  hasObjections,
  isConfigured,
  listCounted,
  type Objections,
  type Shown,
} from '#domain/journal/objections'
import type {
  AgreedReceipt,
  Attempt,
  Attempts,
  NonceAtObservation,
  NonceUsedObservation,
  Observation,
  ObservedBlock,
} from '#domain/journal/observations'
import type { Stage } from '#domain/journal/swap'
import type { Hex, Seconds } from '#domain/units'

/** What the conclusion depends on besides the evidence. */
export interface FinalityTerms {
  /** Blocks, its own included, after which the network's entry counts a block as final; at least 1. */
  readonly finalDepth: number
  /** A swap's: a block later than this can only hold it reverted. */
  readonly deadline?: Seconds | undefined
}

export interface Conclusion {
  readonly stage: Extract<
    Stage,
    'signed' | 'submitted' | 'unknown' | 'mined' | 'confirmed' | 'reverted' | 'cancelled' | 'replaced' | 'void'
  >
  /** The version it is about: the one in a block, otherwise the newest that an endpoint has, otherwise the newest. */
  readonly hash: Hex
  /** Whether it can act, or has acted, on the chain: `no` needs proof, `yes` that an endpoint showed or took it. */
  readonly sent: 'no' | 'maybe' | 'yes'
  /** At the depth of the network's entry: not checked again. */
  readonly isFinal: boolean
  /** Blocks on what was concluded, its own included; 0 while it is in none, or in one that a second endpoint has not reached. */
  readonly depth: number
  readonly finalDepth: number
  readonly receipt?: AgreedReceipt
  /** The other transaction that used the nonce. */
  readonly replacedBy?: Pick<NonceUsedObservation, 'block' | 'blockHash' | 'sameCall' | 'status' | 'feePaid'> & {
    readonly hash: Hex
  }
  /** What is known, as one sentence. */
  readonly known: string
  /** The newest bytes may be broadcast (again): no endpoint is known to have them, and they could still succeed. */
  readonly mayBroadcast: boolean
}

/** The only place that turns evidence into a stage. Pure: the same evidence always gives the same conclusion. */
export function conclude(
  attempts: Attempts,
  recorded: readonly Observation[],
  { finalDepth, deadline }: FinalityTerms,
): Conclusion {
  const observations = withSteadyTimes(recorded)
  const looks = findLatestLooks(observations)
  // A cancellation can be mined at any time, so the deadline of the swap proves nothing any more.
  const isCancelled = attempts.some(({ kind }) => kind === 'cancel')
  const configured = findConfigured(observations)
  const record = { attempts, observations, looks, configured, finalDepth, deadline: isCancelled ? undefined : deadline }
  const included = findCanonicalLook(attempts, looks, (endpoint) => isConfigured(record, endpoint))
  if (included !== undefined) return concludeMined(record, included)
  const used = findNonceUse(attempts, observations)
  if (used !== undefined && findHoldersInBlock(record, used).length === 0) return concludeNonceUsed(record, used)
  return concludeUnmined(record) ?? concludeUnknown(record)
}

interface StepRecord extends FinalityTerms, Shown {
  readonly attempts: Attempts
  readonly observations: readonly Observation[]
}

const newestOf = ({ attempts }: Pick<StepRecord, 'attempts'>): Attempt => attempts.at(-1) ?? attempts[0]

function concludeMined(record: StepRecord, look: MinedLook): Conclusion {
  const { attempts, looks, finalDepth } = record
  const { hash } = look
  const { received: _, gasUsed: __, feePaid: ___, ...shown } = look.receipt
  const receipt: AgreedReceipt = { ...shown, ...findAgreedFigures(look, looks) }
  const depth = Math.max(0, findSupportedHeight([look, ...listCounted(record)], look.at) - receipt.block + 1)
  const isCancel = attempts.some((one) => one.hash === hash && one.kind === 'cancel')
  const sells = !isCancel && receipt.status === 'success'
  const objections = sells ? noObjections : findEndObjections(record, look)
  const isFinal = depth >= finalDepth && !hasObjections(objections)
  const facts = { hash, sent: 'yes', isFinal, depth, finalDepth, receipt, mayBroadcast: false } as const
  const where = `in block ${receipt.block}, ${formatDepth(facts)}.`
  const denied = depth >= finalDepth ? formatObjections('It is not final', objections) : ''
  const say = (what: string): string => withVersion(`${what} ${where}`, attempts, hash) + denied
  if (isCancel) return { ...facts, stage: 'cancelled', known: say('Cancelled: a transfer of nothing used the nonce') }
  if (receipt.status === 'reverted') return { ...facts, stage: 'reverted', known: say(formatReverted(receipt.reason)) }
  return { ...facts, stage: isFinal ? 'confirmed' : 'mined', known: say('Mined') }
}

const noObjections: Objections = { deny: [], miss: [] }

function formatDepth({ isFinal, depth, finalDepth }: Pick<Conclusion, 'isFinal' | 'depth' | 'finalDepth'>): string {
  if (isFinal) return 'final'
  if (depth === 0) return 'which no second endpoint has reached yet'
  return depth < finalDepth ? `${depth} of ${finalDepth} blocks deep` : `${depth} blocks deep`
}

/** The nonce is used, by another transaction or by a version of ours whose receipt no endpoint serves. */
function concludeNonceUsed(record: StepRecord, used: NonceUsedObservation): Conclusion {
  const { attempts, finalDepth } = record
  const [{ nonce }] = attempts
  const { by, block, blockHash, sameCall, status, feePaid } = used
  if (attempts.some(({ hash }) => hash === by)) {
    const known = withVersion(`Block ${block} holds it, but no endpoint serves its receipt yet.`, attempts, by)
    const facts = { isFinal: false, depth: 0, finalDepth, mayBroadcast: false } as const
    return { ...facts, stage: 'submitted', hash: by, sent: 'yes', known }
  }
  const depth = Math.max(0, findSupportedHeight([used, ...listCounted(record)], used.at) - block + 1)
  const objections = findUseObjections(record, used, nonce, finalDepth)
  const isFinal = depth >= finalDepth && !hasObjections(objections)
  const denied = depth >= finalDepth ? formatObjections('It is not final', objections) : ''
  return {
    stage: 'replaced',
    hash: newestOf(record).hash,
    sent: sameCall ? 'yes' : isFinal ? 'no' : 'maybe',
    isFinal,
    depth,
    finalDepth,
    replacedBy: {
      ...{ hash: by, block, blockHash, ...(sameCall && { sameCall }), ...(status && { status }) },
      ...(feePaid === undefined ? {} : { feePaid }),
    },
    known: `Another transaction of this account, ${by}, ${sameCall ? 'made the same call and ' : ''}used the nonce in block ${block}, ${formatDepth({ isFinal, depth, finalDepth })}.${sameCall ? formatEnd(status) : ''}${denied}`,
    mayBroadcast: false,
  }
}

/** Void by its deadline, never broadcast, or pending at a node. */
function concludeUnmined(record: StepRecord): Conclusion | undefined {
  const { attempts, observations, looks, finalDepth } = record
  const { hash } = newestOf(record)
  const facts = { hash, isFinal: false, depth: 0, finalDepth } as const
  const end = findVoidEnd(record)
  if (end !== undefined && !hasObjections(end.objections)) {
    const known = `Block ${end.block.number}, final and later than its deadline, does not hold it: its bytes can only revert now.`
    return { ...facts, stage: 'void', sent: 'no', isFinal: true, known, mayBroadcast: false }
  }
  const denied = formatVoidObjections(end)
  if (looks.every(({ seen }) => seen === 'absent') && !observations.some(({ kind }) => kind === 'broadcast')) {
    const isHeld = observations.some(({ kind }) => kind === 'held')
    const known = isNewestHeld(record)
      ? 'It is signed and stored, and its file may have been sent from anywhere: only `swapline tx send` with it hands it to a node.'
      : isHeld
        ? 'It is signed and stored, and was not handed to any node yet; the file that it replaces may have been sent from anywhere.'
        : 'It is signed and stored, and was not handed to any node yet.'
    const sent = isHeld ? 'maybe' : 'no'
    return { ...facts, stage: 'signed', sent, known: known + denied, mayBroadcast: isSendable(record) }
  }
  const holder = findHolder(attempts, observations, looks)
  if (holder === undefined) return undefined
  const mayBroadcast = isNewestMissed(record) && isSendable(record)
  const known = holder.known + formatPrivacy(record) + denied
  return { ...facts, ...holder, known, stage: 'submitted', sent: 'yes', mayBroadcast }
}

/**
 * Whether the newest version was never handed to a node (its process died), or no endpoint shows it. The one that took it
 * may have died, and the same bytes can only act once.
 */
function isNewestMissed(record: StepRecord): boolean {
  const { observations, looks } = record
  const { hash } = newestOf(record)
  const own = looks.filter((look) => look.hash === hash)
  const newest = Math.max(...own.map(({ at }) => at))
  const wasBroadcast = observations.some((one) => one.kind === 'broadcast' && one.hash === hash)
  if (wasBroadcast && own.length === 0) return false
  return own.every(({ seen, at }) => seen === 'absent' || at < newest - sameMomentSeconds)
}

interface VoidEnd {
  readonly block: ObservedBlock
  readonly objections: Objections
}

/** A final block later than the deadline in whose state the nonce was still free, and which endpoints do not agree. */
function findVoidEnd(record: StepRecord): VoidEnd | undefined {
  const { attempts, observations, deadline } = record
  if (deadline === undefined) return undefined
  const [{ nonce }] = attempts
  const states = observations.flatMap((one) =>
    one.kind === 'nonce-at' && isConfigured(record, one.endpoint) ? [one] : [],
  )
  const latest = [...new Map(states.map((one) => [`${one.endpoint} ${one.final}`, one])).values()]
  const isFree = (one: NonceAtObservation): boolean => one.nonce <= nonce
  const usedBy = (number: number): boolean => latest.some((one) => !isFree(one) && one.block.number <= number)
  const isPast = (one: NonceAtObservation): boolean => one.final && isFree(one) && one.block.time > deadline
  const [first, ...others] = latest.filter((one) => isPast(one) && !usedBy(one.block.number))
  if (first === undefined) return undefined
  return { block: first.block, objections: findVoidObjections(record, [first, ...others], deadline) }
}

const formatVoidObjections = (end: VoidEnd | undefined): string =>
  end === undefined
    ? ''
    : formatObjections(
        `Block ${end.block.number} is final, later than its deadline, and does not hold it, which is no proof yet`,
        end.objections,
      )

/** Broadcast, and no endpoint asked has it: neither sent nor not sent is proven. */
function concludeUnknown(record: StepRecord): Conclusion {
  const { attempts, observations, looks, finalDepth } = record
  const { hash } = newestOf(record)
  const known = withVersion(formatUnknown(observations, looks, hash), attempts, hash) + formatPrivacy(record)
  return {
    stage: 'unknown',
    hash,
    sent: 'maybe',
    isFinal: false,
    depth: 0,
    finalDepth,
    known: known + formatVoidObjections(findVoidEnd(record)),
    mayBroadcast: isSendable(record),
  }
}

/**
 * Bytes in time, unless they are those of a file that no node was given from here: what was not checked for sending is not
 * sent, whatever an endpoint shows.
 */
const isSendable = (record: StepRecord): boolean =>
  !isLate(record) && (!isNewestHeld(record) || record.observations.some(({ kind }) => kind === 'broadcast'))

/** What replaces the bytes of a file was never in a file itself. */
function isNewestHeld(record: StepRecord): boolean {
  const { hash } = newestOf(record)
  return record.observations.some((one) => one.kind === 'held' && one.hash === hash)
}

/** By the chain's clock, not ours: from here on the bytes could only cost gas. */
const isLate = ({ looks, deadline }: StepRecord): boolean =>
  deadline !== undefined && looks.some(({ head }) => head.time > deadline)
