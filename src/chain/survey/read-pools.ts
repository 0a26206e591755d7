import type { CodeMode } from '#chain/lens/call'
import type { LensTask } from '#chain/lens/input'
import { type LensSurvey, startLensSurvey } from '#chain/lens/survey'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'
import type { BlockStamp } from '#chain/rpc/multicall'
import type { Read, Reading } from '#domain/calls/reads'
import type { LensMode } from '#domain/chain/survey'
import type { LensRecord, Pool, Protocols, WiderRead } from '#domain/pools/protocol'
import { PoolSkippedError, type SkippedPool } from '#domain/pools/skipped-pool'
import type { LivePool } from '#domain/pools/snapshot'
import type { Address, Hex } from '#domain/units'
import { takeAggregates, toAggregateCalls } from './aggregates.ts'
import { askOneByOne } from './extras.ts'
import { createMetPartners, listPairs, listPartnerPairs, selectBetween } from './pairs.ts'
import { isReadByLens, planPoolTasks, planSearchTasks, type SurveyPlan } from './plan.ts'
import { findLaterPools, findPairPools, loadPoolState, type PoolReadOutcome } from './pool-readings.ts'
import { createReadingRounds, type ReadingRounds } from './read-all.ts'

export interface PoolReadContext {
  readonly endpoint: CheckedEndpoint
  readonly protocols: Protocols
  readonly multicall: Address
}

/**
 * Which pools to read: those of `known`, or all that exist if that is `undefined`; those of `widen` to their own
 * extent.
 */
export interface PoolReadRequest {
  readonly plan: SurveyPlan
  readonly known: readonly Pool[] | undefined
  readonly widen: readonly WiderRead[]
}

export interface PoolReadResult {
  readonly pools: readonly LivePool[]
  readonly skipped: readonly SkippedPool[]
  readonly stamps: readonly BlockStamp[]
  /** The mode that worked. */
  readonly mode: LensMode
}

/** The reading of pools, started in the first round trip together with other calls. */
export interface PoolReader {
  calls(block: number | 'latest'): readonly RpcCall[]
  /** Takes the answers to `calls` and reads on at `block` until everything is read. */
  finish(answers: readonly RpcAnswer[], block: number): Promise<PoolReadResult>
}

const fallbackMode = { override: 'create', create: 'revert', revert: 'multicall' } as const satisfies Record<
  CodeMode,
  LensMode
>

/** If a node gives a call so little gas that more answers are needed, reading pool by pool is better. */
const maxAnswers = 200

export function createPoolReader(context: PoolReadContext, wanted: PoolReadRequest, mode: LensMode): PoolReader {
  const sight = createPoolReadSession(context, wanted, mode)
  sight.addFoundPools() // pools that venues name are found without a call, and read in the first round
  const calls = (block: number | 'latest') => [
    ...sight.lensCalls(block),
    ...toAggregateCalls(context.multicall, sight.rounds.pendingReads(), block),
  ]
  return {
    calls,
    finish: async (answers, block) => {
      await takeRoundAnswers(context, sight, { answers, block })
      for (let next = calls(block); next.length > 0; next = calls(block))
        await takeRoundAnswers(context, sight, { answers: await context.endpoint.ask(next), block })
      return sight.toResult()
    },
  }
}

/** What has been read so far, and what to ask next. */
interface PoolReadSession {
  readonly rounds: ReadingRounds<PoolReadOutcome>
  readonly stamps: BlockStamp[]
  lensCalls(block: number | 'latest'): readonly RpcCall[]
  /** Falls back to the next mode if the node refuses this one. */
  takeLensAnswers(answers: readonly RpcAnswer[]): void
  /** Reads the pools found, and those of partners that they show. */
  addFoundPools(): void
  toResult(): PoolReadResult
}

function createPoolReadSession(
  context: PoolReadContext,
  wanted: PoolReadRequest,
  firstMode: LensMode,
): PoolReadSession {
  const { protocols } = context
  const stamps: BlockStamp[] = []
  let mode = firstMode
  let lens = mode === 'multicall' ? undefined : startLensSurvey(mode, planLensTasks(context, wanted, mode))
  const seenBy = (protocol: string) => isReadByLens(protocols, protocol)
  const rounds = createReadingRounds(
    planReadings(context, wanted, (protocol) => mode === 'multicall' || !seenBy(protocol)),
  )
  const { plan } = wanted
  const near = selectBetween(plan.known, listPairs(plan))
  const met = new Set([...poolsOf(wanted.widen), ...near].map(({ address }) => address))
  const partners = wanted.known === undefined ? createMetPartners(plan) : undefined
  const metPartners: Address[] = []
  const seen: Pool[] = []
  const isFar = ({ address }: Pool) => !met.has(address)
  let later: readonly Pool[] = plan.known.filter(
    (pool) => isFar(pool) && (pool.skipReason !== undefined || mode === 'multicall' || !seenBy(pool.venue.protocol)),
  )

  /** Looks for the pools of the partners that are now known to matter. */
  const addPartners = () => {
    if (partners?.isOpen()) {
      const shown = partners.take([...seen, ...(lens?.found() ?? []).map(({ pool }) => pool)])
      metPartners.push(...shown)
      if (shown.length > 0 && mode !== 'multicall')
        lens?.add(planSearchTasks(protocols, plan, { mode, pairs: listPartnerPairs(plan, shown) }))
    }
    const due = selectBetween(later, listPartnerPairs(plan, metPartners))
    later = later.filter((pool) => !due.includes(pool))
    return due
  }

  const fallBack = () => {
    if (mode === 'multicall') return
    mode = fallbackMode[mode]
    lens = mode === 'multicall' ? undefined : startLensSurvey(mode, planLensTasks(context, wanted, mode))
    if (lens !== undefined && mode !== 'multicall')
      lens.add(planSearchTasks(protocols, plan, { mode, pairs: listPartnerPairs(plan, metPartners) }))
    if (lens === undefined) {
      rounds.add(planReadings(context, wanted, seenBy))
      later = [...later, ...plan.known.filter((pool) => isFar(pool) && seenBy(pool.venue.protocol))]
    }
  }
  return {
    rounds,
    stamps,
    lensCalls: (block) => (lens === undefined || lens.isDone() ? [] : lens.calls(block)),
    takeLensAnswers: (answers) => {
      if (lens === undefined || lens.isDone()) return
      const taken = stamps.length > maxAnswers ? 'refused' : lens.take(answers)
      if (taken === 'refused') fallBack()
      else stamps.push(...taken)
    },
    addFoundPools: () => {
      const outcomes = rounds.takeFinished()
      const found = outcomes.flatMap((one) => one.found)
      // a pool that may be inside a singleton shows nothing until it is read
      seen.push(...found.filter(({ venue }) => !isGuessed(protocols, venue.protocol)))
      seen.push(...outcomes.flatMap((one) => one.live.map(({ pool }) => pool)))
      later = [...later, ...outcomes.flatMap((one) => one.later)]
      // a pool of many tokens is found by each of its pairs
      const first = [...found, ...addPartners()].filter(({ address }) => !met.has(address) && met.add(address))
      rounds.add(first.map((pool) => loadPoolState(protocols, pool, 'usual')))
    },
    toResult: () => toPoolReadResult({ context, rounds, lens, mode, stamps }),
  }
}

/** Whether `find` names pools of this protocol without asking if they exist. */
function isGuessed(protocols: Protocols, kind: string): boolean {
  const lens = protocols.get(kind)?.lens
  return lens?.kind === 3 && lens.candidates !== undefined
}

/** Takes the answers of a round, and reads at `block` what could not be asked through Multicall3. */
async function takeRoundAnswers(
  { endpoint, multicall }: PoolReadContext,
  sight: PoolReadSession,
  { answers, block }: { answers: readonly RpcAnswer[]; block: number },
): Promise<void> {
  const reads = sight.rounds.pendingReads()
  const ofLens = sight.lensCalls(block).length
  const taken = await takeAggregates(endpoint, { multicall, inner: reads, answers: answers.slice(ofLens), block })
  sight.stamps.push(...(taken?.stamps ?? []))
  // first what was asked, then what the lens' answers add to it
  if (reads.length > 0)
    sight.rounds.takeAnswers(taken?.answers ?? (await askOneByOne(endpoint, { reads, balances: [] }, block)).answers)
  sight.takeLensAnswers(answers.slice(0, ofLens))
  sight.addFoundPools()
}

function toPoolReadResult(sight: {
  readonly context: PoolReadContext
  readonly rounds: ReadingRounds<PoolReadOutcome>
  readonly lens: LensSurvey | undefined
  readonly mode: LensMode
  readonly stamps: readonly BlockStamp[]
}): PoolReadResult {
  const { context, rounds, lens, mode, stamps } = sight
  const outcomes = rounds.results().flatMap((one) => (one instanceof Error ? [] : [one]))
  const seen = lens?.found().map(({ pool, record }) => decodePool(context.protocols, pool, record)) ?? []
  return {
    mode,
    stamps,
    pools: [...seen.flatMap((one) => one.live), ...outcomes.flatMap((one) => one.live)],
    skipped: dedupeSkipped([...seen, ...outcomes].flatMap((one) => one.skipped)),
  }
}

/** Pools skipped without being read are reported by each way of reading. */
const dedupeSkipped = (skipped: readonly SkippedPool[]): readonly SkippedPool[] => [
  ...new Map(skipped.map((one) => [one.pool.address, one])).values(),
]

function planLensTasks(
  { protocols }: PoolReadContext,
  { plan, known, widen }: PoolReadRequest,
  mode: CodeMode,
): LensTask[] {
  const wide = new Set(widen.map(({ pool }) => pool.address))
  const usual = known?.filter(({ address }) => !wide.has(address))
  return [
    ...(usual === undefined
      ? planSearchTasks(protocols, plan, { mode, pairs: listPairs(plan) })
      : planPoolTasks(protocols, usual, { mode, extent: 'usual' })),
    ...(['wide', 'whole'] as const).flatMap((extent) => {
      const those = poolsOf(widen.filter((one) => one.extent === extent))
      return planPoolTasks(protocols, those, { mode, extent })
    }),
  ]
}

const poolsOf = (widen: readonly WiderRead[]): readonly Pool[] => widen.map(({ pool }) => pool)

/** Skips a pool that its adapter does not understand. */
function decodePool(protocols: Protocols, pool: Pool, record: LensRecord): Pick<PoolReadOutcome, 'live' | 'skipped'> {
  try {
    const state = protocols.get(pool.venue.protocol)?.lens?.state(record, pool)
    return { live: state === undefined ? [] : [{ pool, state }], skipped: [] }
  } catch (error) {
    if (error instanceof PoolSkippedError) return { live: [], skipped: [{ pool, reason: error.reason }] }
    if (error instanceof RangeError) return { live: [], skipped: [] }
    throw error
  }
}

/** The readings through Multicall3, for the protocols that `isOurs` selects. */
function planReadings(
  { protocols }: PoolReadContext,
  { plan, known, widen }: PoolReadRequest,
  isOurs: (protocol: string) => boolean,
): Reading<PoolReadOutcome>[] {
  const wide = new Set(widen.map(({ pool }) => pool.address))
  // a pool with a skip reason is only reported, whichever way its family is read
  const isRead = ({ venue, skipReason }: Pool) => skipReason !== undefined || isOurs(venue.protocol)
  return [
    ...(known === undefined ? planSearchReadings(protocols, plan, isOurs) : []),
    ...(known ?? selectBetween(plan.known, listPairs(plan)))
      .filter((pool) => isRead(pool) && !wide.has(pool.address))
      .map((pool) => loadPoolState(protocols, pool, 'usual')),
    ...widen.filter(({ pool }) => isRead(pool)).map(({ pool, extent }) => loadPoolState(protocols, pool, extent)),
  ]
}

function planSearchReadings(
  protocols: Protocols,
  plan: SurveyPlan,
  isOurs: (protocol: string) => boolean,
): Reading<PoolReadOutcome>[] {
  const venues = plan.venues.filter(({ protocol }) => isOurs(protocol))
  return [
    ...listPairs(plan).flatMap((pair) => venues.map((venue) => findPairPools(protocols, venue, pair))),
    // looked for now, though few of them matter: with the next round trip they would be read in a third
    ...listPartnerPairs(plan).flatMap((pair) => venues.map((venue) => findLaterPools(protocols, venue, pair))),
  ]
}

/** One round of reads at a block. */
export async function readRound(
  { endpoint, multicall }: Pick<PoolReadContext, 'endpoint' | 'multicall'>,
  reads: readonly Read<unknown>[],
  block: number,
): Promise<{ readonly stamps: readonly BlockStamp[]; readonly answers: readonly Hex[] }> {
  if (reads.length === 0) return { stamps: [], answers: [] }
  const answers = await endpoint.ask(toAggregateCalls(multicall, reads, block))
  const taken = await takeAggregates(endpoint, { multicall, inner: reads, answers, block })
  return taken ?? { stamps: [], answers: (await askOneByOne(endpoint, { reads, balances: [] }, block)).answers }
}
