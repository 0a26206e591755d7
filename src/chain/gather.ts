import type { LensMode } from '#domain/ports'
import type { LensRecord, Pool, Protocols } from '#domain/protocol'
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
import { concentratedReading, pairReading } from './pool-readings.ts'
import { readAll } from './read-all.ts'
import { lensKind, pairsOf, poolWorks, type SurveyPlan, searchWorks } from './survey-plan.ts'
import { usualReach, wholeReach } from './tick-reach.ts'

export interface GatherContext {
  readonly endpoint: CheckedEndpoint
  readonly protocols: Protocols
  readonly multicall: Address
}

/** Which pools to read: those of `known`, or all there are where that is `undefined`; those of `widen` as a whole. */
export interface Wanted {
  readonly plan: SurveyPlan
  readonly known: readonly Pool[] | undefined
  readonly widen: readonly Pool[]
}

export interface Gathered {
  readonly pools: readonly LivePool[]
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

export function startGathering(context: GatherContext, wanted: Wanted, mode: LensMode): Gathering {
  const first = mode === 'multicall' ? undefined : startLensSurvey(mode, worksOf(context, wanted, mode))
  return {
    calls: (block) => first?.calls(block) ?? [],
    finish: async (answers, block) => {
      const others = await byReadings(context, wanted, { block, lensToo: false })
      let [lens, given]: [LensSurvey | undefined, readonly RpcAnswer[] | undefined] = [first, answers]
      for (let now = mode; now !== 'multicall'; now = worse[now]) {
        lens ??= startLensSurvey(now, worksOf(context, wanted, now))
        const stamps = await drain(context, { lens, given, block })
        if (stamps !== undefined)
          return {
            mode: now,
            stamps: [...stamps, ...others.stamps],
            pools: [...livePools(context, lens), ...others.pools],
          }
        lens = given = undefined
      }
      const all = await byReadings(context, wanted, { block, lensToo: true })
      return { mode: 'multicall', ...all }
    },
  }
}

function worksOf({ protocols }: GatherContext, { plan, known, widen }: Wanted, mode: CodeMode): LensWork[] {
  const wide = new Set(widen.map(({ address }) => address))
  const usual = known?.filter(({ address }) => !wide.has(address))
  return [
    ...(usual === undefined ? searchWorks(protocols, plan, mode) : poolWorks(protocols, usual, { mode, whole: false })),
    ...poolWorks(protocols, widen, { mode, whole: true }),
  ]
}

/** A node that gives so little gas to a call that more are needed is better asked pool by pool. */
const mostAnswers = 200

/** Asks until the lens has seen all; `undefined` where the node refuses the mode. */
async function drain(
  { endpoint }: GatherContext,
  input: { lens: LensSurvey; given: readonly RpcAnswer[] | undefined; block: number },
): Promise<readonly Stamp[] | undefined> {
  const { lens, block } = input
  const stamps: Stamp[] = []
  for (let given = input.given; !lens.done(); given = undefined) {
    if (stamps.length > mostAnswers) return undefined
    const taken = lens.take(given ?? (await endpoint.ask(lens.calls(block))))
    if (taken === 'refused') return undefined
    stamps.push(...taken)
  }
  return stamps
}

const livePools = ({ protocols }: GatherContext, lens: LensSurvey): LivePool[] =>
  lens.found().flatMap(({ pool, record }) => live(protocols, pool, record))

/** A pool that its adapter does not understand is left out. */
function live(protocols: Protocols, pool: Pool, record: LensRecord): LivePool[] {
  try {
    const state = protocols.get(pool.venue.protocol)?.lens?.state(record, pool)
    return state === undefined ? [] : [{ pool, state }]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Reads through Multicall3: what no lens reads, and with `lensToo` everything. */
async function byReadings(
  context: GatherContext,
  { plan, known, widen }: Wanted,
  { block, lensToo }: { block: number; lensToo: boolean },
): Promise<Omit<Gathered, 'mode'>> {
  const { protocols } = context
  const stamps: Stamp[] = []
  const isOurs = (protocol: string) => lensToo || lensKind(protocols, protocol) === undefined
  const ask = async (reads: readonly Read<unknown>[]) => {
    const round = await readRound(context, reads, block)
    stamps.push(...round.stamps)
    return round.answers
  }

  const venues = plan.venues.filter(({ protocol }) => isOurs(protocol))
  const found = known?.filter(({ venue }) => isOurs(venue.protocol)) ?? (await search(context, { plan, venues }, ask))
  const wide = widen.filter(({ venue }) => isOurs(venue.protocol))
  const isWide = new Set(wide.map(({ address }) => address))
  const pools = [...found.filter(({ address }) => !isWide.has(address)), ...wide]
  const loaded = await readAll(
    pools.map((pool) => liveReading(protocols, pool, isWide.has(pool.address))),
    ask,
  )
  return { stamps, pools: loaded.flatMap((one) => (one instanceof Error || one === undefined ? [] : [one])) }
}

async function search(
  { protocols }: GatherContext,
  { plan, venues }: { plan: SurveyPlan; venues: SurveyPlan['venues'] },
  ask: (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>,
): Promise<Pool[]> {
  const finding = pairsOf(plan).flatMap(([a, b]) =>
    venues.flatMap((venue): Reading<readonly Pool[]>[] => {
      const pair = [plan.tokens[a] as Address, plan.tokens[b] as Address] as const
      const reading = protocols.get(venue.protocol)?.find(venue, pair)
      return reading === undefined ? [] : [reading]
    }),
  )
  const found = await readAll(finding, ask)
  return found.flatMap((pools) => (pools instanceof Error ? [] : pools))
}

function* liveReading(protocols: Protocols, pool: Pool, whole: boolean): Reading<LivePool | undefined> {
  const protocol = protocols.get(pool.venue.protocol)
  if (protocol === undefined) return undefined
  if (protocol.lens === undefined) return { pool, state: yield* protocol.load(pool) }
  const record =
    protocol.lens.kind === 2
      ? yield* pairReading(pool)
      : yield* concentratedReading(pool, whole ? wholeReach : usualReach)
  return record === undefined ? undefined : live(protocols, pool, record)[0]
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
