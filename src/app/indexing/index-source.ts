/** Builds and updates the index of one source: its factory's logs, from the factory's creation block to the head. */

import type { Reading } from '#domain/calls/reads'
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
import { type IndexedChain, paceChain } from './pace-chain.ts'
import { filterCanonical, pruneCheckpoints, readFirstCheckpoint } from './reorg-checkpoints.ts'

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

/** The newest blocks are read again at every run, as they are the most likely to be replaced. */
const minReorgDepth = 16
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
  let { first, marks, version, head } = await findStart({ chain, index }, of, restart)
  const began = first
  const step = (pools: readonly CreatedPool[]) => ({
    source: venue.name,
    through: first - 1,
    first: began,
    head,
    pools,
  })
  while (first <= head && !enough?.aborted) {
    const found = await chain.logs({ address: venue.factory, topics: creations.topics, first, last: head })
    const pools: CreatedPool[] = []
    for (let i = 0; i < found.logs.length; i += logsPerBatch)
      pools.push(...(await readPools(chain, { venue, creations }, found.logs.slice(i, i + logsPerBatch))))
    const { checkpoint: through } = found
    marks = pruneCheckpoints([through, ...marks])
    if (!(await index.put(of, { version, first, last: through.block, marks, pools })))
      throw fail('STORE_BUSY', { what: `the index of ${venue.name}` })
    version = (version ?? 0) + 1
    first = through.block + 1
    onStep?.(step(pools))
    if (first > head) head = await fetchNewHead(chain, head)
  }
  return step([])
}

/** The new head if enough blocks were added meanwhile. A few are left for the next run, or indexing would never end. */
async function fetchNewHead(chain: Pick<Chain, 'head'>, before: number): Promise<number> {
  const head = Number((await chain.head()).number)
  return head - before > minReorgDepth ? head : before
}

interface StartContext extends Pick<IndexingContext, 'index'> {
  readonly chain: IndexedChain
}

interface IndexingStart {
  readonly first: number
  readonly marks: readonly ReorgCheckpoint[]
  readonly version: number | undefined
  readonly head: number
}

async function findStart({ chain, index }: StartContext, of: IndexedSource, restart: boolean): Promise<IndexingStart> {
  const cursor = await index.cursor(of)
  const head = Number((await chain.head()).number)
  const known = restart ? [] : await filterCanonical(chain, cursor?.marks ?? [])
  const [lastKnown] = known
  if (cursor === undefined || lastKnown === undefined) {
    if (cursor !== undefined) await forgetIndex({ chain, index }, of, cursor, restart)
    const version = cursor === undefined ? undefined : cursor.version + 1
    return { first: await chain.findCreationBlock(of.factory), marks: await readFirstCheckpoint(chain), version, head }
  }
  const depth = Math.max(chain.network.confirmations, minReorgDepth)
  const settled = known.filter(({ block }) => block <= head - depth)
  const from = settled[0] ?? known.at(-1) ?? lastKnown
  const isWhole = cursor.marks[0]?.hash === lastKnown.hash
  // entries of replaced blocks are removed first, even if this run fails later
  if (!isWhole) await truncateIndex(index, of, { cursor, marks: known })
  const marks = known.filter(({ block }) => block <= from.block)
  return { first: from.block + 1, marks, version: cursor.version + (isWhole ? 0 : 1), head }
}

/** On a development chain, a new chain replaces the old one. Elsewhere, the endpoint or the store is the wrong one. */
async function forgetIndex({ chain, index }: StartContext, of: IndexedSource, cursor: IndexCursor, restart: boolean) {
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

/**
 * The pools of logs, each round of reads at the head. If they cannot be decoded, each log is read alone, and left out if
 * it is the reason: many factories are open to all, and one pool must not stop the index of the others.
 */
async function readPools(
  chain: Pick<Chain, 'read'>,
  source: IndexableSource,
  logs: readonly ContractLog[],
): Promise<readonly CreatedPool[]> {
  try {
    return await executeReading(chain, source.creations.pools(source.venue, logs))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (logs.length === 1) return []
  const pools: CreatedPool[] = []
  for (const log of logs) pools.push(...(await readPools(chain, source, [log])))
  return pools
}

/** Executes the rounds of a reading, each at the head. */
async function executeReading<T>(chain: Pick<Chain, 'read'>, reading: Reading<T>): Promise<T> {
  let step = reading.next([])
  while (!step.done) step = reading.next(await chain.read(step.value))
  return step.value
}
