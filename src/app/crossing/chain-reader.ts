import type { Chain, Receipt } from '#domain/chain/port'
import type { BridgeLog, BridgeReceipt, CrossingEnd, CrossingReader } from '#domain/crossing/bridge'
import type { ObservedBlock } from '#domain/journal/evidence'
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
  logs: (address, topics, since) => findLogs(chain, { address, topics, since }),
  now: async () => (await chain.head()).time,
})

export const toBridgeReceipt = (hash: Hex, { status, logs }: Receipt): BridgeReceipt => ({
  status,
  logs: logs.map((log) => ({ ...log, transaction: hash })),
})

/** Up to here all blocks are searched: blocks of a young or local chain say nothing about its pace. */
const youngHeight = 50_000
/** How many times the usual number of blocks may have been mined meanwhile. */
const paceMargin = 2
const extraBlocks = 100

interface LogQuery {
  readonly address: Address
  readonly topics: readonly (Hex | null)[]
  readonly since: Seconds
}

/** Nodes limit the blocks of one answer, so that it may take several. */
async function findLogs(chain: Chain, query: LogQuery): Promise<readonly BridgeLog[]> {
  const search = toLogSearch(chain, query, await chain.head())
  const found: ContractLog[] = []
  for (let { first } = search; first <= search.last; ) {
    const { logs, checkpoint } = await chain.logs({ ...search, first })
    found.push(...logs)
    first = checkpoint.block + 1
  }
  return toBridgeLogs(query, found)
}

/** The blocks since a time, up to one: more than were mined since then. */
export function toLogSearch(
  { network }: Chain,
  { address, topics, since }: LogQuery,
  { number: last, time }: Pick<ObservedBlock, 'number' | 'time'>,
): LogSearch {
  const [topic, ...indexed] = topics
  if (topic === undefined || topic === null) throw new RangeError('logs are searched by their first topic')
  const blocks = Math.ceil((Math.max(0, time - since) * 1000 * paceMargin) / network.blockTimeMs) + extraBlocks
  return { address, topics: [topic], indexed, first: last <= youngHeight ? 0 : Math.max(0, last - blocks), last }
}

export const toBridgeLogs = (
  { address }: Pick<LogQuery, 'address'>,
  logs: readonly ContractLog[],
): readonly BridgeLog[] =>
  logs.flatMap(({ topics, data, transaction }) =>
    transaction === undefined ? [] : { address, topics, data, transaction },
  )
