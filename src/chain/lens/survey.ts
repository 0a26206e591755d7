import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'
import type { BlockStamp } from '#chain/rpc/multicall'
import { itemAt } from '#domain/item-at'
import type { LensRecord, Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { ConcentratedRecord, LensAnswer, LensAnswerItem } from './answer.ts'
import { type CodeMode, createLensCall, parseLensAnswer } from './call.ts'
import { countItems, findPoolOfItem, type LensPool, type LensTask } from './input.ts'
import { joinRecords, toLensRecord } from './record.ts'

/** A pool and what the chain says about it. */
export interface FoundPool {
  readonly pool: Pool
  readonly record: LensRecord
}

/**
 * Tasks in progress, each in as many calls as the node's gas and size limits require. `calls` are the next calls,
 * `take` takes their answers, until `isDone`.
 */
export interface LensSurvey {
  calls(block: number | 'latest'): readonly RpcCall[]
  /** The blocks of the answers, or `refused` if the node does not run the lens in this mode. */
  take(answers: readonly RpcAnswer[]): readonly BlockStamp[] | 'refused'
  isDone(): boolean
  /** Adds to the next calls. */
  add(tasks: readonly LensTask[]): void
  found(): readonly FoundPool[]
}

interface PendingTask {
  readonly task: LensTask
  readonly start: number
}

interface LensPoolReading {
  readonly pool: Pool
  readonly task: LensTask
  readonly record: LensAnswerItem['record']
}

export function startLensSurvey(mode: CodeMode, tasks: readonly LensTask[]): LensSurvey {
  let pending = toPending(tasks)
  // a pool may be read both within the usual reach and as a whole; the two are kept apart
  const seenPools = new Map<string, LensPoolReading>()

  const note = (task: LensTask, { item, address, record: seen }: LensAnswerItem): PendingTask[] => {
    const looked = findPoolOfItem(task, item, address)
    if (looked === undefined) return []
    const { pool } = looked
    const key = `${pool.address} ${task.reach.maxTicks}`
    const before = seenPools.get(key)
    const isNextPart = before?.record.kind === 3 && seen.kind === 3 && task.pools[item]?.known !== undefined
    const whole = isNextPart ? joinRecords(before.record as ConcentratedRecord, seen) : seen
    seenPools.set(key, { pool, task, record: whole })
    return whole.kind === 3 && whole.isTruncated && needsMore(whole, task) ? [createRestTask(task, looked, whole)] : []
  }

  return {
    calls: (block) => pending.map(({ task, start }) => createLensCall(mode, task, { start, block })),
    take: (answers) => {
      const read = answers.map((answer) => parseLensAnswer(mode, answer))
      const understood = read.filter((answer) => answer !== undefined)
      if (understood.length !== pending.length || understood.some((one, i) => isStuck(one, pending[i])))
        return 'refused'
      pending = understood.flatMap((answer, i) => {
        const { task } = itemAt(pending, i)
        const rest = answer.more && answer.next < countItems(task) ? [{ task, start: answer.next }] : []
        return [...rest, ...answer.items.flatMap((item) => note(task, item))]
      })
      return understood.map(({ stamp }) => stamp)
    },
    isDone: () => pending.length === 0,
    add: (more) => {
      pending = [...pending, ...toPending(more)]
    },
    found: () =>
      selectWidest(seenPools.values()).flatMap(({ pool, task: work, record: seen }) => toFoundPools(pool, work, seen)),
  }
}

const toPending = (tasks: readonly LensTask[]): readonly PendingTask[] =>
  tasks.filter((task) => countItems(task) > 0).map((task) => ({ task, start: 0 }))

/** One reading of every pool: the one with the widest reach. */
function selectWidest(seen: Iterable<LensPoolReading>): LensPoolReading[] {
  const best = new Map<Address, LensPoolReading>()
  for (const one of seen) {
    const other = best.get(one.pool.address)
    if (other === undefined || other.task.reach.maxTicks < one.task.reach.maxTicks) best.set(one.pool.address, one)
  }
  return [...best.values()]
}

/** Reads on a pool from where it was cut off, alone in its call. */
function createRestTask({ reach }: LensTask, pool: LensPool, { low, high }: ConcentratedRecord): PendingTask {
  const known = { from: low, to: high }
  return { task: { reach, tokens: [], venues: [], pairs: [], pools: [{ ...pool, known }] }, start: 0 }
}

/** If both sides have enough ticks, what was cut off does not matter. */
const needsMore = ({ below, above }: ConcentratedRecord, { reach }: LensTask): boolean =>
  below.length <= reach.maxTicks || above.length <= reach.maxTicks

/** A node with too little gas for one pool would be asked again without end. */
function isStuck(answer: LensAnswer, asked: PendingTask | undefined): boolean {
  if (asked === undefined) return true
  if (answer.more && answer.next === asked.start && answer.items.length === 0) return true
  const known = asked.task.pools[0]?.known
  const seen = answer.items[0]?.record
  return (
    known !== undefined && seen?.kind === 3 && seen.isTruncated && seen.low === known.from && seen.high === known.to
  )
}

/** Skips pools without anything to trade. */
function toFoundPools(pool: Pool, work: LensTask, seen: LensAnswerItem['record']): FoundPool[] {
  if (seen.kind === 4) return seen.bins.length === 0 ? [] : [{ pool, record: seen }]
  if (seen.kind === 2) return seen.reserves.includes(0n) ? [] : [{ pool, record: seen }]
  const isEmpty = seen.liquidity === 0n && seen.below.length === 0 && seen.above.length === 0
  return isEmpty ? [] : [{ pool, record: toLensRecord(seen, work.reach.maxTicks) }]
}
