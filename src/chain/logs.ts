import type { ContractLog, LogSearch, LogsFound } from '#domain/creations'
import { addressOf, hashOf, hexOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { headCall, headOf } from './head.ts'
import { call, field, quantity, type RpcAnswer } from './json-rpc.ts'
import { afterAnswer, afterRefusal, firstSpan, type LogSpan } from './log-span.ts'

/** What each endpoint was found to take. */
export type LogSpans = Map<string, LogSpan>

/** Where nothing comes back at all, it is seldom the size of the answer: an endpoint that is away is not asked for ever. */
const mostSilences = 6

/**
 * As `Chain.logs`, over one endpoint.
 * @throws EndpointFault when a single block is refused, or the answer is not what was asked for
 */
export async function logsOf(
  { endpoint, spans }: { readonly endpoint: CheckedEndpoint; readonly spans: LogSpans },
  search: LogSearch,
): Promise<LogsFound> {
  const key = endpoint.url.href
  let silences = 0
  for (;;) {
    const span = spans.get(key) ?? firstSpan
    const through = Math.min(search.last, search.first + span.blocks - 1)
    const found = await unlessFaulty(() => logsThrough(endpoint, { ...search, last: through }))
    if (!(found instanceof EndpointFault)) {
      // an answer to fewer blocks than the node may take says nothing of what it takes
      if (through < search.last) spans.set(key, afterAnswer(span))
      return found
    }
    silences += found.said ? 0 : 1
    if (through === search.first || silences > mostSilences) throw found
    spans.set(key, afterRefusal({ ...span, blocks: through - search.first + 1 }))
  }
}

async function unlessFaulty<T>(work: () => Promise<T>): Promise<T | EndpointFault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EndpointFault) return error
    throw error
  }
}

/** The last block is asked for with its logs: a node that does not have it yet has no logs of it either, and says so. */
async function logsThrough(endpoint: CheckedEndpoint, search: LogSearch): Promise<LogsFound> {
  const { address, topics, first, last } = search
  const filter = { address, topics: [topics], fromBlock: quantity(first), toBlock: quantity(last) }
  const [logs, block] = await endpoint.ask([call('eth_getLogs', filter), headCall(last)])
  return { logs: logsIn(logs, search), through: { block: last, hash: headOf(resultOf(block)).hash } }
}

function logsIn(answer: RpcAnswer | undefined, { address, topics, first, last }: LogSearch): readonly ContractLog[] {
  const logs = resultOf(answer)
  if (!Array.isArray(logs)) throw new EndpointFault('gives no logs')
  return logs.map((log: unknown) => {
    const block = numberOf(field(log, 'blockNumber'))
    const named = field(log, 'topics')
    const own = Array.isArray(named) ? named.map(hashOf) : []
    const isAsked = block >= first && block <= last && topics.some((topic) => topic === own[0])
    if (!isAsked || addressOf(field(log, 'address')) !== address)
      throw new EndpointFault('gives logs that were not asked for')
    return { block, topics: own, data: hexOf(field(log, 'data')) }
  })
}
