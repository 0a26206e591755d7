/** A chain as every endpoint shows it in final blocks: what became of a crossing is concluded from nothing else. */
import { findFirstBlock, toBlockNumber, toBridgeLogs, toBridgeReceipt, toLogSearch } from '#app/crossing/chain-reader'
import { toBridgeNetwork } from '#app/crossing/context'
import { readFinalStates } from '#app/trade/final-states'
import { readBlockNumber } from '#domain/calls/multicall3'
import type { Chain } from '#domain/chain/port'
import type { CrossingEnd, CrossingReader } from '#domain/crossing/bridge'
import type { ObservedBlock } from '#domain/journal/observations'
import { type Hex, nativeToken, noBytes, type Seconds } from '#domain/units'

/**
 * The end of a crossing by every endpoint that answers. Receipts, logs and the time are of blocks that are final by all of
 * them; calls are answered at their heads, where a claim is open or closed. Each method throws RangeError where they
 * contradict each other, and where one shows what is not final yet.
 * @throws RangeError for a chain without a final block that all of them have; `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function createFinalEnd(chain: Chain): Promise<CrossingEnd> {
  const final = await findFinalBlock(chain)
  return { network: toBridgeNetwork(chain.network), reader: createFinalReader(chain, final) }
}

/** The newest block that is final below every head, the same one by all endpoints. */
async function findFinalBlock(chain: Chain): Promise<ObservedBlock> {
  const heads = (await chain.allReadsWithBlock([])).map(({ block }) => block.number)
  const states = await readFinalStates(chain, nativeToken, Math.min(...heads))
  const [first] = states
  if (first === undefined) throw new RangeError(`${chain.network.name} has no final block yet`)
  return requireSame(
    chain,
    'a final block',
    states.map(({ block }) => block),
  )
}

const createFinalReader = (chain: Chain, final: ObservedBlock): CrossingReader => ({
  receipt: (hash) => readFinalReceipt(chain, final, hash),
  async call(to, data) {
    const views = await chain.allReadsWithBlock([{ to, data, decode: (answer) => answer }])
    return requireSame(
      chain,
      `a call of ${to}`,
      views.map(({ answers: [answer = noBytes] }) => answer),
    )
  },
  async logs(address, topics, since) {
    const query = { address, topics }
    const first = await findFirstBlock(chain, { since, last: final, timeOf: (number) => readTime(chain, number) })
    const found = await chain.allLogs(toLogSearch(query, first, final.number))
    const views = found.map(({ logs, last }) => ({ hash: last.hash, logs: toBridgeLogs(query, logs) }))
    const { hash, logs } = requireSame(chain, `the logs of ${address}`, views)
    requireSame(chain, 'a final block', [final.hash, hash])
    return logs
  },
  now: async () => final.time,
  async blockNumber() {
    // endpoints may be some blocks apart: what all of them have passed has passed
    const views = await chain.allReadsWithBlock([readBlockNumber(chain.network.multicall)])
    const numbers = views.flatMap(({ answers: [answer = noBytes] }) => toBlockNumber(answer) ?? [])
    return numbers.length === 0 ? undefined : numbers.reduce((one, other) => (one < other ? one : other))
  },
})

/** A block's time, the same one by all endpoints: one of them could have what it does not show overlooked. */
async function readTime(chain: Chain, number: number): Promise<Seconds> {
  const views = await chain.nonceAt(nativeToken, number)
  return requireSame(
    chain,
    `block ${number}`,
    views.map(({ block }) => block),
  ).time
}

async function readFinalReceipt(chain: Chain, final: ObservedBlock, hash: Hex) {
  const looks = await chain.checkTransaction({ hash, sender: nativeToken }, 'all')
  const shown = looks.map(({ receipt }) => receipt && { ...toBridgeReceipt(hash, receipt), of: receipt.blockHash })
  const block = Math.max(...looks.map(({ receipt }) => receipt?.block ?? 0))
  const receipt = requireSame(chain, hash, shown)
  if (block > final.number) throw new RangeError(`its block is not final on ${chain.network.name} yet`)
  return receipt && { status: receipt.status, logs: receipt.logs }
}

/** @param views at least one @throws RangeError unless they are the same */
function requireSame<T>({ network }: Chain, what: string, views: readonly T[]): T {
  const texts = new Set(views.map((view) => JSON.stringify(view)))
  if (texts.size > 1) throw new RangeError(`the endpoints of ${network.name} contradict each other about ${what}`)
  return views[0] as T
}
