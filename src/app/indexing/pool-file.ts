/**
 * Indexed pools as a file: what one machine found, for another one, or for an entry to ship. A pool is written as entries
 * state it, with the block that created it; pools are in the order of the chain, so that two indexes of the same chain are
 * the same text.
 */
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { CreatedPool, IndexCursor, IndexedSource, PoolIndex, ReorgCheckpoint } from '#domain/pools/creations'
import { skipReasons } from '#domain/pools/protocol'
import { evm, hex } from '#domain/units'
import type { IndexableSource } from './index-source.ts'
import { readFirstCheckpoint, reorgDepthOf } from './reorg-checkpoints.ts'

/** JSON that keeps whole numbers of any size. */
export interface PoolFileCodec {
  encode(value: unknown): string
  /** @throws RangeError */
  decode(text: string): unknown
}

interface Context {
  readonly chain: Chain
  readonly index: PoolIndex
  readonly codec: PoolFileCodec
}

const format = 'swapline-pools/1'

/** One pool a line. */
export async function exportPools(
  { chain, index, codec }: Context,
  sources: readonly IndexableSource[],
): Promise<string> {
  const { name: network, chainId } = chain.network
  const parts: string[] = []
  for (const { venue } of sources) {
    const of = { network, source: venue.name, factory: venue.factory }
    const [through] = (await index.cursor(of))?.marks ?? []
    if (through === undefined) continue
    const pools = await listAll(index, of)
    const lines = pools.map((pool) => `\n${codec.encode(pool)}`).join(',')
    const { protocol, name: source, factory } = venue
    parts.push(`\n${codec.encode({ source, protocol, factory, through }).slice(0, -1)},"pools":[${lines}]}`)
  }
  return `${codec.encode({ format, network, chainId }).slice(0, -1)},"sources":[${parts.join(',')}]}\n`
}

async function listAll(index: PoolIndex, of: IndexedSource): Promise<readonly CreatedPool[]> {
  const all: CreatedPool[] = []
  for (;;) {
    const page = await index.list(of, all.at(-1))
    if (page.length === 0) return all
    all.push(...page)
  }
}

/**
 * Takes over sources that the file knows further than the index. The block that a source ends with must be on the chain:
 * what comes after it is indexed as usual.
 */
export async function importPools(
  context: Context,
  sources: readonly IndexableSource[],
  text: string,
): Promise<readonly string[]> {
  const { chain, index } = context
  const { name: network, chainId } = chain.network
  const held = parseFile(context, text, chainId)
  // all of it is checked before anything is stored
  for (const { source, protocol, factory, through } of held) {
    const known = sources.find(({ venue }) => venue.name === source)?.venue
    if (known === undefined || known.protocol !== protocol || known.factory !== factory)
      throw notValid(`${chain.network.title} has no source ${source} with the factory ${factory} to index`)
    await requireOnChain(chain, through)
  }
  const taken: string[] = []
  for (const { source, factory, through, pools } of held) {
    const of = { network, source, factory }
    const cursor = await index.cursor(of)
    if ((cursor?.marks[0]?.block ?? -1) >= through.block) continue
    await store(context, of, { cursor, through, pools })
    taken.push(source)
  }
  return taken
}

async function requireOnChain(chain: Chain, { block, hash }: ReorgCheckpoint): Promise<void> {
  const [actual] = await chain.blocks([block])
  if (actual?.hash !== hash) throw notValid(`block ${block} of ${chain.network.title} is another one than in the file`)
}

/** All at once: what the index had of the source before is in the file too. */
async function store(
  { chain, index }: Context,
  of: IndexedSource,
  { cursor, through, pools }: Pick<FileSource, 'through' | 'pools'> & { readonly cursor: IndexCursor | undefined },
): Promise<void> {
  const settled = Math.max(0, through.block - reorgDepthOf(chain))
  const [block] = settled === 0 ? [] : await chain.blocks([settled])
  const marks = [
    through,
    ...(block === undefined ? [] : [{ block: settled, hash: block.hash }]),
    ...(await readFirstCheckpoint(chain)),
  ]
  const step = { version: cursor?.version, first: 0, last: through.block, marks, pools }
  if (!(await index.put(of, step))) throw fail('STORE_BUSY', { what: `the index of ${of.source}` })
}

interface FileSource extends Omit<IndexedSource, 'network'> {
  readonly protocol: string
  readonly through: ReorgCheckpoint
  readonly pools: readonly CreatedPool[]
}

const notValid = (reason: string) => fail('POOL_FILE_NOT_VALID', { reason })

/** Reads the text in full before anything is stored. @throws `POOL_FILE_NOT_VALID` */
function parseFile({ chain, codec }: Context, text: string, chainId: number): readonly FileSource[] {
  const read = (): readonly FileSource[] => {
    const file = toRecord(codec.decode(text))
    if (file['format'] !== format) throw new RangeError(`its format is not ${format}`)
    if (file['network'] !== chain.network.name || file['chainId'] !== chainId)
      throw new RangeError(`it is not of ${chain.network.title}`)
    return toList(file['sources']).map(parseSource)
  }
  try {
    return read()
  } catch (error) {
    throw notValid(error instanceof Error ? error.message : 'it is no JSON')
  }
}

function parseSource(value: unknown): FileSource {
  const source = toRecord(value)
  const through = toRecord(source['through'])
  const last = { block: toCount(through['block']), hash: hex(toText(through['hash'])) }
  return {
    source: toText(source['source']),
    protocol: toText(source['protocol']),
    factory: evm(toText(source['factory'])),
    through: last,
    pools: toList(source['pools']).map((pool) => parsePool(pool, last.block)),
  }
}

const members = ['address', 'tokens', 'feePpm', 'facts', 'skipReason', 'base', 'block']

function parsePool(value: unknown, last: number): CreatedPool {
  const pool = toRecord(value)
  const other = Object.keys(pool).find((name) => !members.includes(name))
  if (other !== undefined) throw new RangeError(`a pool has an unknown member ${other}`)
  const tokens = toList(pool['tokens']).map((token) => evm(toText(token)))
  const block = toCount(pool['block'])
  if (tokens.length < 2 || block > last) throw new RangeError('a pool has one token, or is newer than its source')
  const { facts, skipReason, base } = pool
  const reason = skipReasons.find((one) => one === skipReason)
  if (reason !== skipReason) throw new RangeError('a pool has an unknown reason')
  return {
    address: evm(toText(pool['address'])),
    tokens,
    feePpm: toNumber(pool['feePpm']),
    ...(facts !== undefined && { facts: toRecord(facts) as NonNullable<CreatedPool['facts']> }),
    ...(reason !== undefined && { skipReason: reason }),
    ...(base !== undefined && { base: evm(toText(base)) }),
    block,
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('a record is missing')
  return value as Readonly<Record<string, unknown>>
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new RangeError('a list is missing')
  return value
}

function toText(value: unknown): string {
  if (typeof value !== 'string') throw new RangeError('a text is missing')
  return value
}

function toNumber(value: unknown): number {
  if (typeof value !== 'number') throw new RangeError('a number is missing')
  return value
}

function toCount(value: unknown): number {
  const count = toNumber(value)
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('a block is missing')
  return count
}
