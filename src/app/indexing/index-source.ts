/** Makes and keeps up the index of one source: the logs of its factory, from the block that made it to the head. */
import type {
  Creations,
  IndexCursor,
  IndexedSource,
  IndexingOptions,
  IndexingStep,
  MadePool,
  Mark,
  PoolIndex,
} from '#domain/creations'
import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import { firstMark, standing, thinned } from './marks.ts'

export interface IndexingContext {
  readonly chain: Chain
  readonly index: PoolIndex
}

/** A source whose pools are known from logs. */
export interface Indexable {
  readonly venue: Venue
  readonly creations: Creations
}

/** The newest blocks are read again at every run: they are those that are replaced most. */
const leastDepth = 16
/** Logs whose pools are asked for together. */
const logsTogether = 60

/**
 * Goes on from where any process came to, whenever that one died: every step is one transaction.
 * @throws `INDEX_OF_ANOTHER_CHAIN`, `NETWORK_UNAVAILABLE`, `STORE_BUSY`
 */
export async function indexSource(
  context: IndexingContext,
  { venue, creations }: Indexable,
  { anew = false, onStep, enough }: IndexingOptions = {},
): Promise<IndexingStep> {
  const { chain, index } = context
  const of: IndexedSource = { network: chain.network.name, source: venue.name, factory: venue.factory }
  let { first, marks, version, head } = await beginning(context, of, anew)
  const began = first
  const step = (pools: readonly MadePool[]) => ({ source: venue.name, through: first - 1, first: began, head, pools })
  while (first <= head && !enough?.aborted) {
    const found = await chain.logs({ address: venue.factory, topics: creations.topics, first, last: head })
    const pools: MadePool[] = []
    for (let i = 0; i < found.logs.length; i += logsTogether)
      pools.push(...(await carriedOut(chain, creations.pools(venue, found.logs.slice(i, i + logsTogether)))))
    const { through } = found
    marks = thinned([through, ...marks])
    if (!(await index.put(of, { version, first, last: through.block, marks, pools })))
      throw fail('STORE_BUSY', { what: `the index of ${venue.name}` })
    version = (version ?? 0) + 1
    first = through.block + 1
    onStep?.(step(pools))
    if (first > head) head = await newHead(chain, head)
  }
  return step([])
}

/** What came meanwhile is read as well, unless it is so little that there would never be an end. */
async function newHead(chain: Chain, before: number): Promise<number> {
  const head = Number((await chain.head()).number)
  return head - before > leastDepth ? head : before
}

interface Beginning {
  readonly first: number
  readonly marks: readonly Mark[]
  readonly version: number | undefined
  readonly head: number
}

async function beginning({ chain, index }: IndexingContext, of: IndexedSource, anew: boolean): Promise<Beginning> {
  const cursor = await index.cursor(of)
  const head = Number((await chain.head()).number)
  const known = anew ? [] : await standing(chain, cursor?.marks ?? [])
  const [lastKnown] = known
  if (cursor === undefined || lastKnown === undefined) {
    if (cursor !== undefined) await forget({ chain, index }, of, cursor, anew)
    const version = cursor === undefined ? undefined : cursor.version + 1
    return { first: await chain.madeIn(of.factory), marks: await firstMark(chain), version, head }
  }
  const depth = Math.max(chain.network.confirmations, leastDepth)
  const settled = known.filter(({ block }) => block <= head - depth)
  const from = settled[0] ?? known.at(-1) ?? lastKnown
  const isWhole = cursor.marks[0]?.hash === lastKnown.hash
  // of blocks that are there no more nothing stays, whatever becomes of this run
  if (!isWhole) await emptied(index, of, { cursor, marks: known })
  const marks = known.filter(({ block }) => block <= from.block)
  return { first: from.block + 1, marks, version: cursor.version + (isWhole ? 0 : 1), head }
}

/** On a development chain the next one is another; elsewhere the endpoint, or the store, is not the one that is meant. */
async function forget({ chain, index }: IndexingContext, of: IndexedSource, cursor: IndexCursor, anew: boolean) {
  const isPassing = chain.network.chainId === developmentChain
  if (!anew && !isPassing && cursor.marks.length > 0)
    throw fail('INDEX_OF_ANOTHER_CHAIN', { network: chain.network.name, title: chain.network.title })
  await emptied(index, of, { cursor, marks: [] })
}

const developmentChain = 31_337

/** Leaves nothing after the newest of the marks. */
async function emptied(
  index: PoolIndex,
  of: IndexedSource,
  { cursor, marks }: { readonly cursor: IndexCursor; readonly marks: readonly Mark[] },
): Promise<void> {
  const first = (marks[0]?.block ?? -1) + 1
  const step = { version: cursor.version, first, last: Number.MAX_SAFE_INTEGER, marks, pools: [] }
  if (!(await index.put(of, step))) throw fail('STORE_BUSY', { what: `the index of ${of.source}` })
}

/** Reads at the head, round by round. */
async function carriedOut<T>(chain: Pick<Chain, 'read'>, reading: Reading<T>): Promise<T> {
  let step = reading.next([])
  while (!step.done) step = reading.next(await chain.read(step.value))
  return step.value
}
