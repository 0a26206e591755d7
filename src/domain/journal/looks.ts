/** Which looks of endpoints count, for `domain/journal/evidence.ts`: the latest ones that no other look contradicts. */

import type {
  Attempts,
  LookObservation,
  NonceUsedObservation,
  Observation,
  ObservedBlock,
  ReceiptFacts,
} from '#domain/journal/observations'
import { type Seconds, seconds } from '#domain/units'

/** How much older than the latest look another endpoint's answer may be and still contradict it, in seconds. */
export const sameMomentSeconds = 10

/** An endpoint whose newest block is older than this is stuck: it neither supports a depth nor denies one. */
const stuckSeconds = 600
const isStuck = ({ at, clock = at, head }: SeenHead): boolean => head.time < clock - stuckSeconds

/** If all of them are stuck, so is the chain, or the clock is ahead: none is left out then. */
export function withoutStuck<T extends SeenHead>(heads: readonly T[]): readonly T[] {
  const live = heads.filter((one) => !isStuck(one))
  return live.length > 0 ? live : heads
}

/** An endpoint and the newest block that it showed at a moment. */
export interface SeenHead {
  readonly at: Seconds
  readonly clock?: Seconds
  readonly endpoint: string
  readonly head: ObservedBlock
}

/**
 * The height that two endpoints have reached at this moment, or one if no other answered: a single endpoint may claim
 * any depth. One that is stuck counts only if all of them are.
 */
export function findSupportedHeight(heads: readonly [SeenHead, ...SeenHead[]], moment: Seconds): number {
  const recent = heads.filter(({ at }) => at >= moment - sameMomentSeconds)
  const byEndpoint = new Map<string, number>()
  for (const { endpoint, head } of withoutStuck(recent))
    byEndpoint.set(endpoint, Math.max(head.number, byEndpoint.get(endpoint) ?? 0))
  const [highest, second] = [...byEndpoint.values()].sort((a, b) => b - a)
  return second ?? highest ?? heads[0].head.number
}

export type MinedLook = LookObservation & { readonly receipt: ReceiptFacts }
const isMined = (look: LookObservation): look is MinedLook => look.receipt !== undefined

/**
 * The same observations, in the order of their rows, with times that go on where a clock was set back in between: how much
 * later one is than another then counts from there. Several processes write, so a few seconds may be out of order.
 */
export function withSteadyTimes(observations: readonly Observation[]): readonly Observation[] {
  let [last, offset] = [Number.NEGATIVE_INFINITY, 0]
  return observations.map((one) => {
    if (one.at + offset < last - sameMomentSeconds) offset = last + 1 - one.at
    last = Math.max(last, one.at + offset)
    return offset === 0 ? one : { ...one, at: seconds(one.at + offset), clock: one.at }
  })
}

/** The last look at each attempt by each endpoint. */
export function findLatestLooks(observations: readonly Observation[]): readonly LookObservation[] {
  const latest = new Map<string, LookObservation>()
  for (const one of observations) if (one.kind === 'look') latest.set(`${one.endpoint} ${one.hash}`, one)
  return [...latest.values()]
}

/** The latest look that shows it in a block, unless another endpoint's look contradicts it. */
export function findCanonicalLook([{ nonce }]: Attempts, looks: readonly LookObservation[]): MinedLook | undefined {
  const found = looks.filter(isMined).reduce<MinedLook | undefined>((best, look) => {
    return best === undefined || look.at > best.at || (look.at === best.at && look.head.number > best.head.number)
      ? look
      : best
  }, undefined)
  if (found === undefined) return undefined
  return looks.some((look) => contradicts(look, found, nonce)) ? undefined : found
}

/**
 * Whether a look contradicts the one that found it: another endpoint's chain has another block at that height, or reaches
 * it with the nonce still free; or its receipt is of another block, or of the same one with another end; or another version of the step is in a block, as only one of them can be. An endpoint that
 * merely lacks the receipt lags, unless its look is newer.
 */
function contradicts(look: LookObservation, found: MinedLook, nonce: number): boolean {
  const { receipt, at, endpoint, hash } = found
  const isRecent = look.at >= at - sameMomentSeconds
  if (look.hash !== hash && look.receipt !== undefined) return isRecent
  if (look.endpoint === endpoint) return false
  if (look.head.number < receipt.block || look.seen === 'behind') return false
  if (look.hash !== hash) return isRecent && look.nonce <= nonce
  if (look.receipt !== undefined) return isRecent && !isSameOutcome(look.receipt, receipt)
  if (isRecent && look.otherBlock !== undefined && look.otherBlock !== receipt.blockHash) return true
  return look.at > at || (isRecent && look.nonce <= nonce)
}

/** The figures of a receipt: what the end of a transaction does not prove. */
type Figures = Partial<Pick<ReceiptFacts, 'gasUsed' | 'feePaid' | 'received'>>

/** What it cost and what the recipient received: of each, nothing if two endpoints tell different ones of the same block. */
export function findAgreedFigures({ hash, receipt }: MinedLook, looks: readonly LookObservation[]): Figures {
  const told = looks.flatMap((one) => (one.hash === hash && one.receipt !== undefined ? [one.receipt] : []))
  return agreeOnFigures([receipt, ...told.filter(({ blockHash }) => blockHash === receipt.blockHash)])
}

/** @param receipts of one transaction in one block */
export function agreeOnFigures(receipts: readonly Figures[]): Figures {
  const [gasUsed, feePaid, received] = [
    findOnly(receipts.flatMap((one) => one.gasUsed ?? [])),
    findOnly(receipts.flatMap((one) => one.feePaid ?? [])),
    findOnly(receipts.flatMap((one) => one.received ?? [])),
  ]
  return {
    ...(gasUsed === undefined ? {} : { gasUsed }),
    ...(feePaid === undefined ? {} : { feePaid }),
    ...(received === undefined ? {} : { received }),
  }
}

const findOnly = <T extends bigint>(told: readonly T[]): T | undefined =>
  told.every((one) => one === told[0]) ? told[0] : undefined

/**
 * Whether another endpoint shows a version of ours in a block when one says that none is. It may be stuck: a block is no
 * claim about the present, and by a clock that is ahead every endpoint is stuck.
 */
export const isShownMined = (
  looks: readonly LookObservation[],
  { at, endpoint }: Pick<Observation, 'at' | 'endpoint'>,
): boolean => looks.some((look) => look.endpoint !== endpoint && isMined(look) && look.at >= at - sameMomentSeconds)

/** Whether another endpoint, which is not stuck, has it waiting at a head which the deadline still allows. */
export const isShownInTime = (
  looks: readonly LookObservation[],
  { at, endpoint }: Pick<Observation, 'at' | 'endpoint'>,
  deadline: Seconds,
): boolean =>
  withoutStuck(looks.filter((look) => look.at >= at - sameMomentSeconds)).some(
    (look) => look.endpoint !== endpoint && look.seen !== 'absent' && look.head.time <= deadline,
  )

const isSameOutcome = (a: ReceiptFacts, b: ReceiptFacts): boolean =>
  a.blockHash === b.blockHash && a.status === b.status

/** The transaction found with the step's nonce, unless the nonce was seen free again at that height or above. */
export function findNonceUse(
  [{ nonce }]: Attempts,
  observations: readonly Observation[],
): NonceUsedObservation | undefined {
  const free = new Map<string, LookObservation>() // the endpoints whose last look shows the nonce free
  let used: NonceUsedObservation | undefined
  for (const one of observations) {
    if (one.kind === 'look') {
      if (one.nonce > nonce) free.delete(one.endpoint)
      else free.set(one.endpoint, one)
      if (used !== undefined && one.nonce <= nonce && one.head.number >= used.block) used = undefined
    }
    if (one.kind === 'nonce-used') used = [...free.values()].some((look) => denies(look, one)) ? undefined : one
  }
  return used
}

const denies = (look: LookObservation, used: NonceUsedObservation): boolean =>
  look.endpoint !== used.endpoint && look.head.number >= used.block && look.at >= used.at - sameMomentSeconds
