import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcAnswer, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseAddress, parseBytes, parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import type { CompleteLogs } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { ContractLog, LogSearch, LogSearchResult } from '#domain/pools/creations'
import { blockOf, headCall, parseHead } from './head.ts'
import { afterAnswer, afterRateLimit, afterRefusal, firstSpan, type LogSpan } from './log-span.ts'

/** The accepted span of each endpoint. */
export type LogSpans = Map<string, LogSpan>

/** If nothing comes back at all, the size of the answer is rarely the cause: an endpoint that is down is given up. */
const maxSilences = 6

/** A node that limits the rate is left alone for so long, one after the other, unless it says how long. */
const restsMs = [2_000, 5_000, 10_000, 20_000, 30_000, 30_000]
const maxRestMs = 60_000

interface LogsContext {
  readonly endpoint: CheckedEndpoint
  readonly spans: LogSpans
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/**
 * As `Chain.logs`, over one endpoint. Waits for a node that limits the rate of requests, minutes in all.
 * @throws EndpointFault if a single block is refused, or the answer is not what was asked for
 */
export async function fetchLogs(context: LogsContext, search: LogSearch): Promise<LogSearchResult> {
  const { endpoint, spans } = context
  const key = endpoint.url.href
  let silences = 0
  for (;;) {
    const { blocks } = spans.get(key) ?? firstSpan
    const through = Math.min(search.last, search.first + blocks - 1)
    const found = await requestPatiently(context, { ...search, last: through })
    const span = spans.get(key) ?? firstSpan
    if (!(found instanceof EndpointFault)) {
      // an answer to fewer blocks than the span says nothing about the node's limit
      if (through < search.last) spans.set(key, afterAnswer(span))
      return found
    }
    silences += found.isFromNode ? 0 : 1
    if (through === search.first || silences > maxSilences) throw found
    spans.set(key, afterRefusal({ ...span, blocks: through - search.first + 1 }))
  }
}

/**
 * As `Chain.allLogs`, over one endpoint.
 * @throws EndpointFault as {@link fetchLogs}; if its chain changed meanwhile
 */
export async function fetchAllLogs(context: LogsContext, search: LogSearch): Promise<CompleteLogs> {
  const found: ContractLog[] = []
  await context.endpoint.ask([], { again: true }) // contracts of bridges have the same addresses on other chains
  for (let { first } = search; ; ) {
    const { logs, checkpoint } = await fetchLogs(context, { ...search, first })
    found.push(...logs)
    first = checkpoint.block + 1
    if (first <= search.last) continue
    const [answer] = await context.endpoint.ask([headCall(search.last)])
    const last = blockOf(parseHead(requireResult(answer)))
    if (last.hash !== checkpoint.hash) throw new EndpointFault('changed its chain meanwhile', { isTransient: true })
    return { logs: found, last }
  }
}

/** Rests as long as the node limits the rate, and then asks less often. */
async function requestPatiently(
  { endpoint, spans, clock, signal }: LogsContext,
  search: LogSearch,
): Promise<LogSearchResult | EndpointFault> {
  const key = endpoint.url.href
  for (let rests = 0; ; rests++) {
    const span = spans.get(key) ?? firstSpan
    if (span.intervalMs > 0) await clock.sleep(span.intervalMs, signal)
    const found = await catchEndpointFault(() => requestLogs(endpoint, search))
    const restMs = restsMs[rests]
    if (!(found instanceof EndpointFault) || !found.limitsRate || restMs === undefined) return found
    spans.set(key, afterRateLimit(span))
    await clock.sleep(Math.min(found.retryAfterMs ?? restMs, maxRestMs), signal)
  }
}

async function catchEndpointFault<T>(work: () => Promise<T>): Promise<T | EndpointFault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EndpointFault) return error
    throw error
  }
}

/**
 * Asks for the last block in the same batch: a node that lacks it has no logs of it either, and only the block tells.
 */
async function requestLogs(endpoint: CheckedEndpoint, search: LogSearch): Promise<LogSearchResult> {
  const { address, topics, indexed = [], first, last } = search
  const filter = { address, topics: [topics, ...indexed], fromBlock: toQuantity(first), toBlock: toQuantity(last) }
  const [logs, block] = await endpoint.ask([rpcCall('eth_getLogs', filter), headCall(last)])
  return { logs: parseLogs(logs, search), checkpoint: { block: last, hash: parseHead(requireResult(block)).hash } }
}

function parseLogs(
  answer: RpcAnswer | undefined,
  { address, topics, indexed = [], first, last }: LogSearch,
): readonly ContractLog[] {
  const logs = requireResult(answer)
  if (!Array.isArray(logs)) throw new EndpointFault('returns no logs')
  return logs.map((log: unknown) => {
    const block = parseNumber(getField(log, 'blockNumber'))
    const named = getField(log, 'topics')
    const own = Array.isArray(named) ? named.map(parseHash) : []
    const isAsked =
      block >= first &&
      block <= last &&
      topics.some((topic) => topic === own[0]) &&
      indexed.every((topic, i) => topic === null || topic === own[i + 1])
    if (!isAsked || parseAddress(getField(log, 'address')) !== address)
      throw new EndpointFault('returns logs that were not asked for')
    const hash = getField(log, 'transactionHash')
    const transaction = hash === undefined ? {} : { transaction: parseHash(hash) }
    return { block, topics: own, data: parseBytes(getField(log, 'data')), ...transaction }
  })
}
