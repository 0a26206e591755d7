import type { LensRecord, Pool } from '#domain/protocol'
import type { Address } from '#domain/units'
import type { RpcAnswer, RpcCall } from './json-rpc.ts'
import type { LensAnswer, LensItem, SeenConcentrated } from './lens-answer.ts'
import { type CodeMode, lensAnswer, lensCall } from './lens-call.ts'
import { itemsOf, type LensPool, type LensWork, poolOfItem } from './lens-input.ts'
import type { Stamp } from './multicall.ts'
import { concentratedRecord, joined } from './tick-list.ts'

/** A pool and what the chain says about it. */
export interface FoundPool {
  readonly pool: Pool
  readonly record: LensRecord
}

/**
 * Many works being done, each in as many calls as gas and size limits of the node ask for: `calls` is what to ask
 * next, `take` what was answered to it, until `done`.
 */
export interface LensSurvey {
  calls(block: number | 'latest'): readonly RpcCall[]
  /** The blocks the answers are of, or `refused` where the node does not run the lens in this mode. */
  take(answers: readonly RpcAnswer[]): readonly Stamp[] | 'refused'
  done(): boolean
  found(): readonly FoundPool[]
}

interface Pending {
  readonly work: LensWork
  readonly start: number
}

interface Seen {
  readonly pool: Pool
  readonly work: LensWork
  readonly seen: LensItem['seen']
}

export function startLensSurvey(mode: CodeMode, works: readonly LensWork[]): LensSurvey {
  let pending: readonly Pending[] = works.filter((work) => itemsOf(work) > 0).map((work) => ({ work, start: 0 }))
  // a pool may be read both as usual and as a whole; the two are kept apart
  const seenPools = new Map<string, Seen>()

  const note = (work: LensWork, { item, address, seen }: LensItem): Pending[] => {
    const looked = poolOfItem(work, item, address)
    if (looked === undefined) return []
    const { pool } = looked
    const key = `${pool.address} ${work.reach.maxTicks}`
    const before = seenPools.get(key)
    const isNextPart = before?.seen.kind === 3 && seen.kind === 3 && work.pools[item]?.known !== undefined
    const whole = isNextPart ? joined(before.seen as SeenConcentrated, seen) : seen
    seenPools.set(key, { pool, work, seen: whole })
    return whole.kind === 3 && whole.cut && needsMore(whole, work) ? [restOf(work, looked, whole)] : []
  }

  return {
    calls: (block) => pending.map(({ work, start }) => lensCall(mode, work, { start, block })),
    take: (answers) => {
      const read = answers.map((answer) => lensAnswer(mode, answer))
      const understood = read.filter((answer) => answer !== undefined)
      if (understood.length !== pending.length || understood.some((one, i) => isStuck(one, pending[i])))
        return 'refused'
      pending = understood.flatMap((answer, i) => {
        const { work } = pending[i] as Pending
        const rest = answer.more && answer.next < itemsOf(work) ? [{ work, start: answer.next }] : []
        return [...rest, ...answer.items.flatMap((item) => note(work, item))]
      })
      return understood.map(({ stamp }) => stamp)
    },
    done: () => pending.length === 0,
    found: () => widest(seenPools.values()).flatMap(({ pool, work, seen }) => finished(pool, work, seen)),
  }
}

/** One of every pool, the one that was read furthest. */
function widest(seen: Iterable<Seen>): Seen[] {
  const best = new Map<Address, Seen>()
  for (const one of seen) {
    const other = best.get(one.pool.address)
    if (other === undefined || other.work.reach.maxTicks < one.work.reach.maxTicks) best.set(one.pool.address, one)
  }
  return [...best.values()]
}

/** A cut pool is read on from where it was cut, alone in its call. */
function restOf({ reach }: LensWork, pool: LensPool, { low, high }: SeenConcentrated): Pending {
  const known = { from: low, to: high }
  return { work: { reach, tokens: [], venues: [], pairs: [], pools: [{ ...pool, known }] }, start: 0 }
}

/** Where both sides have as many ticks as wanted, what was cut is of no interest. */
const needsMore = ({ below, above }: SeenConcentrated, { reach }: LensWork): boolean =>
  below.length <= reach.maxTicks || above.length <= reach.maxTicks

/** A node with too little gas for one pool would be asked for ever. */
function isStuck(answer: LensAnswer, asked: Pending | undefined): boolean {
  if (asked === undefined) return true
  if (answer.more && answer.next === asked.start && answer.items.length === 0) return true
  const known = asked.work.pools[0]?.known
  const seen = answer.items[0]?.seen
  return known !== undefined && seen?.kind === 3 && seen.cut && seen.low === known.from && seen.high === known.to
}

/** Pools without anything to trade are none. */
function finished(pool: Pool, work: LensWork, seen: LensItem['seen']): FoundPool[] {
  if (seen.kind === 4) return seen.bins.length === 0 ? [] : [{ pool, record: seen }]
  if (seen.kind === 2) return seen.reserves.includes(0n) ? [] : [{ pool, record: seen }]
  const isEmpty = seen.liquidity === 0n && seen.below.length === 0 && seen.above.length === 0
  return isEmpty ? [] : [{ pool, record: concentratedRecord(seen, work.reach.maxTicks) }]
}
