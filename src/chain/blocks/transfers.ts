import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseBytes, parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord } from '#domain/calls/words'
import type { TransferSearch } from '#domain/chain/port'
import type { Hex } from '#domain/units'

interface TransferLog {
  readonly block: number
  readonly hash: Hex
}

/**
 * Asks for logs by their topics, of any contract, from the account and to it. Nodes limit the blocks or the logs of one
 * answer, each with its own message, so a refused range is split in halves.
 * @throws EndpointFault if a single block is refused, or the answer is not what was asked for.
 */
export async function findTransfers(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  search: TransferSearch,
): Promise<readonly Hex[]> {
  const found = await findTransferLogs(endpoint, search)
  return [...new Set(found.toSorted((a, b) => a.block - b.block).map(({ hash }) => hash))]
}

async function findTransferLogs(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  search: TransferSearch,
): Promise<readonly TransferLog[]> {
  const { first, last } = search
  if (first > last) return []
  const [fromBlock, toBlock] = [toQuantity(first), toQuantity(last)]
  const calls = toFilters(search).map((filter) => rpcCall('eth_getLogs', { fromBlock, toBlock, ...filter }))
  const answers = first < last ? await askUnlessLimited(endpoint, calls) : await endpoint.ask(calls)
  if (answers === undefined) {
    const middle = Math.floor((first + last) / 2)
    const early = await findTransferLogs(endpoint, { ...search, last: middle })
    return [...early, ...(await findTransferLogs(endpoint, { ...search, first: middle + 1 }))]
  }
  return answers.flatMap((answer) => parseTransferLogs(answer, search))
}

function toFilters({ account, taken }: TransferSearch): readonly object[] {
  const party = `0x${addressWord(account)}`
  const sent = { topics: [transferTopic, party] }
  return taken === undefined ? [sent, { topics: [transferTopic, null, party] }] : [{ ...sent, address: taken }]
}

/** Some nodes report a range that is too long with the code of a rate limit. */
async function askUnlessLimited(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  calls: readonly RpcCall[],
): Promise<readonly RpcAnswer[] | undefined> {
  try {
    const answers = await endpoint.ask(calls)
    return answers.some((answer) => 'error' in answer) ? undefined : answers
  } catch (error) {
    if (error instanceof EndpointFault && error.isTransient) return undefined
    throw error
  }
}

function parseTransferLogs(answer: RpcAnswer, { taken, first, last }: TransferSearch): readonly TransferLog[] {
  const logs = requireResult(answer)
  if (!Array.isArray(logs)) throw new EndpointFault('returns no logs')
  return logs.flatMap((log: unknown) => {
    const block = parseNumber(getField(log, 'blockNumber'))
    if (block < first || block > last) throw new EndpointFault('returns logs of other blocks')
    if (taken !== undefined && /^0x0*$/.test(parseBytes(getField(log, 'data')))) return []
    return [{ block, hash: parseHash(getField(log, 'transactionHash')) }]
  })
}
