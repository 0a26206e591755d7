import { readBlockNumber } from '#domain/calls/multicall3'
import type { Chain, Receipt } from '#domain/chain/port'
import type { BridgeLog, BridgeReceipt, CrossingEnd, CrossingReader } from '#domain/crossing/bridge'
import type { ObservedBlock } from '#domain/journal/observations'
import type { ContractLog, LogSearch } from '#domain/pools/creations'
import { type Address, type Hex, noBytes, type Seconds } from '#domain/units'
import { toBridgeNetwork } from './context.ts'

export const toCrossingEnd = (chain: Chain): CrossingEnd => ({
  network: toBridgeNetwork(chain.network),
  reader: createCrossingReader(chain),
})

/** A chain as the tracking of bridges reads it. */
export const createCrossingReader = (chain: Chain): CrossingReader => ({
  receipt: async (hash) => {
    const receipt = await chain.receipt(hash)
    return receipt && toBridgeReceipt(hash, receipt)
  },
  call: async (to, data) => (await chain.read([{ to, data, decode: (answer) => answer }]))[0] ?? noBytes,
  logs: (address, topics, since) => findLogs(chain, { address, topics }, since),
  now: async () => (await chain.head()).time,
  blockNumber: async () => {
    const [answer = noBytes] = await chain.read([readBlockNumber(chain.network.multicall)])
    return toBlockNumber(answer)
  },
})

/** Of the answer of Multicall3; `undefined` for one that failed. */
export const toBlockNumber = (answer: Hex): bigint | undefined => (answer.length === 66 ? BigInt(answer) : undefined)

export const toBridgeReceipt = (hash: Hex, { status, logs }: Receipt): BridgeReceipt => ({
  status,
  logs: logs.map((log) => ({ ...log, transaction: hash })),
})

/** Up to here all blocks are searched: blocks of a young or local chain say nothing about its pace. */
const youngHeight = 50_000
/** How many times the usual number of blocks is tried first. */
const paceMargin = 2
const extraBlocks = 100
/** By how much the clock of one chain may be behind that of another. */
const clockSeconds = 300

interface LogQuery {
  readonly address: Address
  readonly topics: readonly (Hex | null)[]
}

interface StartQuery {
  readonly since: Seconds
  readonly last: Pick<ObservedBlock, 'number' | 'time'>
  /** When a block was mined. */
  timeOf(block: number): Promise<Seconds>
}

/**
 * The first block of a search: one that was mined before, by its own time. How long a block takes is a guess only: chains
 * become faster, and what is not found would be taken for not paid.
 */
export async function findFirstBlock({ network }: Chain, { since, last, timeOf }: StartQuery): Promise<number> {
  if (last.number <= youngHeight) return 0
  const seconds = Math.max(0, last.time - since) + clockSeconds
  let blocks = Math.ceil((seconds * 1000 * paceMargin) / network.blockTimeMs) + extraBlocks
  while (blocks < last.number && (await timeOf(last.number - blocks)) > since - clockSeconds) blocks *= 2
  return Math.max(0, last.number - blocks)
}

/** Nodes limit the blocks of one answer, so that it may take several. */
async function findLogs(chain: Chain, query: LogQuery, since: Seconds): Promise<readonly BridgeLog[]> {
  const last = await chain.head()
  const first = await findFirstBlock(chain, { since, last, timeOf: (number) => readTime(chain, number) })
  const search = toLogSearch(query, first, last.number)
  const found: ContractLog[] = []
  for (let next = first; next <= search.last; ) {
    const { logs, checkpoint } = await chain.logs({ ...search, first: next })
    found.push(...logs)
    next = checkpoint.block + 1
  }
  return toBridgeLogs(query, found)
}

async function readTime(chain: Chain, number: number): Promise<Seconds> {
  const [block] = await chain.blocks([number])
  if (block === undefined) throw new RangeError(`block ${number} of ${chain.network.name} cannot be read`)
  return block.time
}

export function toLogSearch({ address, topics }: LogQuery, first: number, last: number): LogSearch {
  const [topic, ...indexed] = topics
  if (topic === undefined || topic === null) throw new RangeError('logs are searched by their first topic')
  return { address, topics: [topic], indexed, first, last }
}

export const toBridgeLogs = (
  { address }: Pick<LogQuery, 'address'>,
  logs: readonly ContractLog[],
): readonly BridgeLog[] =>
  logs.flatMap(({ topics, data, transaction }) =>
    transaction === undefined ? [] : { address, topics, data, transaction },
  )
