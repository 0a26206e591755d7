import { LeftOut, type LeftOutPool } from '#domain/left-out'
import type { LensMode } from '#domain/ports'
import type { LensRecord, Pool, Protocols, Wider } from '#domain/protocol'
import type { Read, Reading } from '#domain/reads'
import type { LivePool } from '#domain/snapshot'
import type { Address, Hex } from '#domain/units'
import type { CheckedEndpoint } from './endpoints.ts'
import { aggregateAnswers, aggregateCalls, askSingly } from './extras.ts'
import type { RpcAnswer, RpcCall } from './json-rpc.ts'
import type { CodeMode } from './lens-call.ts'
import type { LensWork } from './lens-input.ts'
import { type LensSurvey, startLensSurvey } from './lens-survey.ts'
import type { Stamp } from './multicall.ts'
import { findReading, loadReading, type Outcome } from './pool-readings.ts'
import { type Rounds, startReadings } from './read-all.ts'
import { isSeen, pairsOf, poolWorks, type SurveyPlan, searchWorks } from './survey-plan.ts'

export interface GatherContext {
  readonly endpoint: CheckedEndpoint
  readonly protocols: Protocols
  readonly multicall: Address
}

/** Which pools to read: those of `known`, or all there are where that is `undefined`; those of `widen` as it says. */
export interface Wanted {
  readonly plan: SurveyPlan
  readonly known: readonly Pool[] | undefined
  readonly widen: readonly Wider[]
}

export interface Gathered {
  readonly pools: readonly LivePool[]
  readonly leftOut: readonly LeftOutPool[]
  readonly stamps: readonly Stamp[]
  /** The mode that worked. */
  readonly mode: LensMode
}

/** The reading of pools, begun in the first round trip together with whatever else is asked there. */
export interface Gathering {
  calls(block: number | 'latest'): readonly RpcCall[]
  /** Takes the answers to `calls` and reads on at `block` until everything is there. */
  finish(answers: readonly RpcAnswer[], block: number): Promise<Gathered>
}

const worse = { override: 'create', create: 'revert', revert: 'multicall' } as const satisfies Record<
  CodeMode,
  LensMode
>

/** A node that gives so little gas to a call that more are needed is better asked pool by pool. */
const mostAnswers = 200

export function startGathering(context: GatherContext, wanted: Wanted, mode: LensMode): Gathering {
  const sight = openSight(context, wanted, mode)
  sight.follow() // pools that venues name are found before anything is asked, and read along with it
  const calls = (block: number | 'latest') => [
    ...sight.lensCalls(block),
    ...aggregateCalls(context.multicall, sight.rounds.asked(), block),
  ]
  return {
    calls,
    finish: async (answers, block) => {
      await takeRound(context, sight, { answers, block })
      for (let next = calls(block); next.length > 0; next = calls(block))
        await takeRound(context, sight, { answers: await context.endpoint.ask(next), block })
      return sight.gathered()
    },
  }
}

/** What is seen so far, and what is to be asked next. */
interface Sight {
  readonly rounds: Rounds<Outcome>
  readonly stamps: Stamp[]
  lensCalls(block: number | 'latest'): readonly RpcCall[]
  /** Falls back to the next mode where the node refuses this one. */
  takeLens(answers: readonly RpcAnswer[]): void
  /** Reads what was found. */
  follow(): void
  gathered(): Gathered
}

function openSight(context: GatherContext, wanted: Wanted, firstMode: LensMode): Sight {
  const { protocols } = context
  const stamps: Stamp[] = []
  let mode = firstMode
  let lens = mode === 'multicall' ? undefined : startLensSurvey(mode, worksOf(context, wanted, mode))
  const seenBy = (protocol: string) => isSeen(protocols, protocol)
  const rounds = startReadings(readingsOf(context, wanted, (protocol) => mode === 'multicall' || !seenBy(protocol)))
  const met = new Set([...poolsOf(wanted.widen), ...wanted.plan.known].map(({ address }) => address))

  const fall = () => {
    if (mode === 'multicall') return
    mode = worse[mode]
    lens = mode === 'multicall' ? undefined : startLensSurvey(mode, worksOf(context, wanted, mode))
    if (lens === undefined) rounds.add(readingsOf(context, wanted, seenBy))
  }
  return {
    rounds,
    stamps,
    lensCalls: (block) => (lens === undefined || lens.done() ? [] : lens.calls(block)),
    takeLens: (answers) => {
      if (lens === undefined || lens.done()) return
      const taken = stamps.length > mostAnswers ? 'refused' : lens.take(answers)
      if (taken === 'refused') fall()
      else stamps.push(...taken)
    },
    follow: () => {
      const found = rounds.fresh().flatMap((one) => one.found)
      // a pool of many tokens is found by each of its pairs
      const first = found.filter(({ address }) => !met.has(address) && met.add(address))
      rounds.add(first.map((pool) => loadReading(protocols, pool, 'usual')))
    },
    gathered: () => gatheredOf({ context, rounds, lens, mode, stamps }),
  }
}

/** Takes the answers to what a sight asked, and reads at `block` what could not be asked through Multicall3. */
async function takeRound(
  { endpoint }: GatherContext,
  sight: Sight,
  { answers, block }: { answers: readonly RpcAnswer[]; block: number },
): Promise<void> {
  const reads = sight.rounds.asked()
  const ofLens = sight.lensCalls(block).length
  const taken = aggregateAnswers(reads.length, answers.slice(ofLens))
  sight.stamps.push(...(taken?.stamps ?? []))
  // first what was asked, then what the lens' answers add to it
  if (reads.length > 0)
    sight.rounds.take(taken?.answers ?? (await askSingly(endpoint, { reads, balances: [] }, block)).answers)
  sight.takeLens(answers.slice(0, ofLens))
  sight.follow()
}

function gatheredOf(sight: {
  readonly context: GatherContext
  readonly rounds: Rounds<Outcome>
  readonly lens: LensSurvey | undefined
  readonly mode: LensMode
  readonly stamps: readonly Stamp[]
}): Gathered {
  const { context, rounds, lens, mode, stamps } = sight
  const outcomes = rounds.results().flatMap((one) => (one instanceof Error ? [] : [one]))
  const seen = lens?.found().map(({ pool, record }) => live(context.protocols, pool, record)) ?? []
  return {
    mode,
    stamps,
    pools: [...seen.flatMap((one) => one.live), ...outcomes.flatMap((one) => one.live)],
    leftOut: onceEach([...seen, ...outcomes].flatMap((one) => one.leftOut)),
  }
}

/** What is left out without being read comes again with every way of reading. */
const onceEach = (leftOut: readonly LeftOutPool[]): readonly LeftOutPool[] => [
  ...new Map(leftOut.map((one) => [one.pool.address, one])).values(),
]

function worksOf({ protocols }: GatherContext, { plan, known, widen }: Wanted, mode: CodeMode): LensWork[] {
  const wide = new Set(widen.map(({ pool }) => pool.address))
  const usual = known?.filter(({ address }) => !wide.has(address))
  return [
    ...(usual === undefined
      ? searchWorks(protocols, plan, mode)
      : poolWorks(protocols, usual, { mode, extent: 'usual' })),
    ...(['wide', 'whole'] as const).flatMap((extent) => {
      const those = poolsOf(widen.filter((one) => one.extent === extent))
      return poolWorks(protocols, those, { mode, extent })
    }),
  ]
}

const poolsOf = (widen: readonly Wider[]): readonly Pool[] => widen.map(({ pool }) => pool)

/** A pool that its adapter does not understand is left out. */
function live(protocols: Protocols, pool: Pool, record: LensRecord): Pick<Outcome, 'live' | 'leftOut'> {
  try {
    const state = protocols.get(pool.venue.protocol)?.lens?.state(record, pool)
    return { live: state === undefined ? [] : [{ pool, state }], leftOut: [] }
  } catch (error) {
    if (error instanceof LeftOut) return { live: [], leftOut: [{ pool, reason: error.reason }] }
    if (error instanceof RangeError) return { live: [], leftOut: [] }
    throw error
  }
}

/** What is asked through Multicall3 of the protocols that `isOurs` names. */
function readingsOf(
  { protocols }: GatherContext,
  { plan, known, widen }: Wanted,
  isOurs: (protocol: string) => boolean,
): Reading<Outcome>[] {
  const wide = new Set(widen.map(({ pool }) => pool.address))
  // what is left out is only told of, whoever else reads its family
  const isRead = ({ venue, leftOut }: Pool) => leftOut !== undefined || isOurs(venue.protocol)
  return [
    ...(known === undefined ? search(protocols, plan, isOurs) : []),
    ...(known ?? plan.known)
      .filter((pool) => isRead(pool) && !wide.has(pool.address))
      .map((pool) => loadReading(protocols, pool, 'usual')),
    ...widen.filter(({ pool }) => isRead(pool)).map(({ pool, extent }) => loadReading(protocols, pool, extent)),
  ]
}

function search(protocols: Protocols, plan: SurveyPlan, isOurs: (protocol: string) => boolean): Reading<Outcome>[] {
  const venues = plan.venues.filter(({ protocol }) => isOurs(protocol))
  return pairsOf(plan).flatMap(([a, b]) => {
    const pair = [plan.tokens[a] as Address, plan.tokens[b] as Address] as const
    return venues.map((venue) => findReading(protocols, venue, pair))
  })
}

/** One round of reads at a block. */
export async function readRound(
  { endpoint, multicall }: Pick<GatherContext, 'endpoint' | 'multicall'>,
  reads: readonly Read<unknown>[],
  block: number,
): Promise<{ readonly stamps: readonly Stamp[]; readonly answers: readonly Hex[] }> {
  if (reads.length === 0) return { stamps: [], answers: [] }
  const answers = await endpoint.ask(aggregateCalls(multicall, reads, block))
  const taken = aggregateAnswers(reads.length, answers)
  return taken ?? { stamps: [], answers: (await askSingly(endpoint, { reads, balances: [] }, block)).answers }
}
