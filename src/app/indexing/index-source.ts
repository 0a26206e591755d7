/** Builds and updates the index of one source: its factory's logs, from the factory's creation block to the head. */

import type { Read, Reading } from '#domain/calls/reads'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type {
  ContractLog,
  CreatedPool,
  IndexCursor,
  IndexedSource,
  IndexingOptions,
  IndexingProgress,
  PoolCreations,
  PoolIndex,
  ReorgCheckpoint,
} from '#domain/pools/creations'
import type { Venue } from '#domain/pools/protocol'
import type { Hex } from '#domain/units'
import { type IndexedChain, paceChain } from './pace-chain.ts'
import { filterCanonical, pruneCheckpoints, readFirstCheckpoint, reorgDepthOf } from './reorg-checkpoints.ts'

export interface IndexingContext {
  readonly chain: Chain
  readonly index: PoolIndex
  readonly clock: Clock
}

/** A source whose pools are known from logs. */
export interface IndexableSource {
  readonly venue: Venue
  readonly creations: PoolCreations
}

/** Logs whose pools are read in one batch. */
const logsPerBatch = 60

/**
 * Continues from the last stored step, even after a crash: every step is one transaction.
 * @throws `INDEX_OF_ANOTHER_CHAIN`, `NETWORK_UNAVAILABLE`, `STORE_BUSY`
 */
export async function indexSource(
  context: IndexingContext,
  { venue, creations }: IndexableSource,
  { restart = false, onStep, signal: enough, maxPerSecond }: IndexingOptions = {},
): Promise<IndexingProgress> {
  const { index } = context
  const chain = paceChain(context.chain, context.clock, { maxPerSecond, signal: enough })
  const of: IndexedSource = { network: chain.network.name, source: venue.name, factory: venue.factory }
  const pass = { chain, index, source: { venue, creations }, of, enough }
  let start = await findStart(pass, restart)
  const began = start.first
  const told = ({ through, head, pools }: Step) => ({ source: venue.name, first: began, through, head, pools })
  for (;;) {
    const { first, head } = start
    const through = await indexToHead(pass, start, (step) => onStep?.(told(step)))
    const grown = through < head ? 0 : Number((await chain.head()).number) - head
    // each pass is shorter than the one before, or indexing would never end
    if (grown <= reorgDepthOf(chain) || grown > (head - first) / 2) return told({ through, head, pools: [] })
    start = await findStart(pass, false)
  }
}

interface Pass {
  readonly chain: IndexedChain
  readonly index: PoolIndex
  readonly source: IndexableSource
  readonly of: IndexedSource
  readonly enough: AbortSignal | undefined
}

type Step = Pick<IndexingProgress, 'through' | 'head' | 'pools'>

interface IndexingStart {
  readonly first: number
  readonly marks: readonly ReorgCheckpoint[]
  readonly version: number | undefined
  readonly head: number
}

/** @returns the last block that is indexed */
async function indexToHead(
  { chain, index, source, of, enough }: Pass,
  { first: start, head, ...cursor }: IndexingStart,
  onStep: (step: Step) => void,
): Promise<number> {
  const { venue, creations } = source
  const settled = head - reorgDepthOf(chain)
  let [first, marks, version] = [start, cursor.marks, cursor.version]
  while (first <= head && !enough?.aborted) {
    // a mark at what is settled: all after it is read again
    const last = first <= settled ? settled : head
    const found = await chain.logs({ address: venue.factory, topics: creations.topics, first, last })
    const pools: CreatedPool[] = []
    for (let i = 0; i < found.logs.length; i += logsPerBatch)
      pools.push(...(await readPools({ chain, source, settled }, found.logs.slice(i, i + logsPerBatch))))
    const { checkpoint: through } = found
    marks = pruneCheckpoints([through, ...marks])
    if (!(await index.put(of, { version, first, last: through.block, marks, pools })))
      throw fail('STORE_BUSY', { what: `the index of ${venue.name}` })
    version = (version ?? 0) + 1
    first = through.block + 1
    onStep({ through: through.block, head, pools })
  }
  return first - 1
}

async function findStart({ chain, index, of }: Pass, restart: boolean): Promise<IndexingStart> {
  const cursor = await index.cursor(of)
  const head = Number((await chain.head()).number)
  const known = restart ? [] : await filterCanonical(chain, cursor?.marks ?? [])
  const [lastKnown] = known
  if (cursor === undefined || lastKnown === undefined) {
    if (cursor !== undefined) await forgetIndex({ chain, index, of }, cursor, restart)
    const version = cursor === undefined ? undefined : cursor.version + 1
    return { first: await chain.findCreationBlock(of.factory), marks: await readFirstCheckpoint(chain), version, head }
  }
  // what was young when it was read, however long ago that was
  const settled = Math.min(head, cursor.marks[0]?.block ?? head) - reorgDepthOf(chain)
  const from = known.find(({ block }) => block <= settled) ?? known.at(-1) ?? lastKnown
  const isWhole = cursor.marks[0]?.hash === lastKnown.hash
  // entries of replaced blocks are removed first, even if this run fails later
  if (!isWhole) await truncateIndex(index, of, { cursor, marks: known })
  const marks = known.filter(({ block }) => block <= from.block)
  return { first: from.block + 1, marks, version: cursor.version + (isWhole ? 0 : 1), head }
}

/** On a development chain, a new chain replaces the old one. Elsewhere, the endpoint or the store is the wrong one. */
async function forgetIndex(
  { chain, index, of }: Omit<Pass, 'source' | 'enough'>,
  cursor: IndexCursor,
  restart: boolean,
) {
  const isPassing = chain.network.chainId === developmentChainId
  if (!restart && !isPassing && cursor.marks.length > 0)
    throw fail('INDEX_OF_ANOTHER_CHAIN', { network: chain.network.name, title: chain.network.title })
  await truncateIndex(index, of, { cursor, marks: [] })
}

const developmentChainId = 31_337

/** Removes everything after the newest checkpoint. */
async function truncateIndex(
  index: PoolIndex,
  of: IndexedSource,
  { cursor, marks }: { readonly cursor: IndexCursor; readonly marks: readonly ReorgCheckpoint[] },
): Promise<void> {
  const first = (marks[0]?.block ?? -1) + 1
  const step = { version: cursor.version, first, last: Number.MAX_SAFE_INTEGER, marks, pools: [] }
  if (!(await index.put(of, step))) throw fail('STORE_BUSY', { what: `the index of ${of.source}` })
}

interface PoolReading {
  readonly chain: IndexedChain
  readonly source: IndexableSource
  /** The last block whose logs are not read again. */
  readonly settled: number
}

/**
 * The pools of logs, each round of reads at the head. If they cannot be decoded, each log is read alone, and left out if
 * it is the reason: many factories are open to all, and one pool must not stop the index of the others.
 * @throws `NETWORK_UNAVAILABLE` if it would be left out for good because the endpoint has not come so far
 */
async function readPools(context: PoolReading, logs: readonly ContractLog[]): Promise<readonly CreatedPool[]> {
  const { chain, source, settled } = context
  let seen = Number.POSITIVE_INFINITY
  try {
    return await executeReading(source.creations.pools(source.venue, logs), async (reads) => {
      const { block, answers } = await chain.readWithBlock(reads)
      seen = Math.min(seen, block.number)
      return answers
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const [log, ...others] = logs
  if (log === undefined || others.length === 0) {
    if (log !== undefined && seen < log.block && log.block <= settled)
      throw fail('NETWORK_UNAVAILABLE', {
        network: chain.network.title,
        reason: `its endpoint is behind, at block ${seen}`,
      })
    return []
  }
  const pools: CreatedPool[] = []
  for (const one of logs) pools.push(...(await readPools(context, [one])))
  return pools
}

/** Executes the rounds of a reading, each at the head. */
async function executeReading<T>(
  reading: Reading<T>,
  read: (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>,
): Promise<T> {
  let step = reading.next([])
  while (!step.done) step = reading.next(await read(step.value))
  return step.value
}
