import type { Chain, Receipt } from '#domain/chain/port'
import type { BridgeReceipt, CrossingEnd, CrossingReader } from '#domain/crossing/bridge'
import type { ContractLog } from '#domain/pools/creations'
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
async function findLogs(chain: Chain, { address, topics, since }: LogQuery) {
  const head = await chain.head()
  const age = Math.max(0, head.time - since)
  const blocks = Math.ceil((age * 1000 * paceMargin) / chain.network.blockTimeMs) + extraBlocks
  const [topic, ...indexed] = topics
  if (topic === undefined || topic === null) throw new RangeError('logs are searched by their first topic')
  const found: ContractLog[] = []
  for (let first = head.number <= youngHeight ? 0 : Math.max(0, head.number - blocks); first <= head.number; ) {
    const { logs, checkpoint } = await chain.logs({ address, topics: [topic], indexed, first, last: head.number })
    found.push(...logs)
    first = checkpoint.block + 1
  }
  return found.flatMap(({ topics: named, data, transaction }) =>
    transaction === undefined ? [] : { address, topics: named, data, transaction },
  )
}
