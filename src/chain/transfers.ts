import type { TransferSearch } from '#domain/ports'
import type { Hex } from '#domain/units'
import { addressWord } from '#domain/words'
import { hashOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, field, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'

/** keccak-256 of Transfer(address,address,uint256): EIP-20. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface Found {
  readonly block: number
  readonly hash: Hex
}

/**
 * Asks for logs by their topics, of any contract, from the account and to it. Nodes limit the blocks or the logs of one
 * answer, each in its own words, so a refused range is asked for again in halves.
 * @throws EndpointFault when a single block is refused, or the answer is not what was asked for.
 */
export async function transfersOf(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  search: TransferSearch,
): Promise<readonly Hex[]> {
  const found = await foundIn(endpoint, search)
  return [...new Set(found.toSorted((a, b) => a.block - b.block).map(({ hash }) => hash))]
}

async function foundIn(endpoint: Pick<CheckedEndpoint, 'ask'>, search: TransferSearch): Promise<readonly Found[]> {
  const { account, first, last } = search
  if (first > last) return []
  const [fromBlock, toBlock, party] = [quantity(first), quantity(last), `0x${addressWord(account)}`]
  const ways = [
    [transfer, party],
    [transfer, null, party],
  ]
  const calls = ways.map((topics) => call('eth_getLogs', { fromBlock, toBlock, topics }))
  const answers = first < last ? await answersUnlessLimited(endpoint, calls) : await endpoint.ask(calls)
  if (answers === undefined) {
    const middle = Math.floor((first + last) / 2)
    const early = await foundIn(endpoint, { account, first, last: middle })
    return [...early, ...(await foundIn(endpoint, { account, first: middle + 1, last }))]
  }
  return answers.flatMap((answer) => logsOf(answer, search))
}

/** Some nodes say that a range is too long by the code that means too many questions. */
async function answersUnlessLimited(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  calls: readonly RpcCall[],
): Promise<readonly RpcAnswer[] | undefined> {
  try {
    const answers = await endpoint.ask(calls)
    return answers.some((answer) => 'error' in answer) ? undefined : answers
  } catch (error) {
    if (error instanceof EndpointFault && error.passing) return undefined
    throw error
  }
}

function logsOf(answer: RpcAnswer, { first, last }: TransferSearch): readonly Found[] {
  const logs = resultOf(answer)
  if (!Array.isArray(logs)) throw new EndpointFault('gives no logs')
  return logs.map((log: unknown) => {
    const block = numberOf(field(log, 'blockNumber'))
    if (block < first || block > last) throw new EndpointFault('gives logs of other blocks')
    return { block, hash: hashOf(field(log, 'transactionHash')) }
  })
}
