import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseHash, requireResult } from '#chain/rpc/values'
import type { EndpointFacts } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import type { Network } from '#domain/network'
import { type Hex, hex } from '#domain/units'
import { estimateFees, type FeeEstimate, feeCalls } from './fees.ts'
import { checkHeadAge, type Head, headCall, isDevelopmentNode, parseHead } from './head.ts'

/** The chain id of development nodes. */
const localChainId = 31337

export interface HeadRequestContext {
  readonly clock: Clock
  readonly network: Network
  readonly endpoint: CheckedEndpoint
}

/** What one endpoint returns about itself and its head, in the first round trip. */
export interface HeadResponse {
  readonly head: Head
  readonly fees: FeeEstimate
  readonly facts: EndpointFacts
  readonly extras: readonly RpcAnswer[]
  readonly lens: readonly RpcAnswer[]
}

export interface HeadRequest {
  /** The head when absent. */
  readonly block?: number | 'latest'
  /** What an earlier run learned about the endpoint. */
  readonly remembered?: EndpointFacts | undefined
  readonly extras?: readonly RpcCall[]
  readonly lens?: readonly RpcCall[]
}

/** Asks for the head and its fees, together with other calls. @throws `STALE_HEAD`. */
export async function requestHead(context: HeadRequestContext, input: HeadRequest): Promise<HeadResponse> {
  const { endpoint, network } = context
  const { block = 'latest', remembered, extras = [], lens = [] } = input
  // local chains restart with another genesis under the same address
  const asksGenesis = endpoint.isLocal || remembered === undefined
  const parts = [
    [headCall(block)],
    feeCalls(block),
    asksGenesis ? [rpcCall('eth_getBlockByNumber', toQuantity(0), false)] : [],
    endpoint.isLocal ? [rpcCall('web3_clientVersion')] : [],
    extras,
    lens,
  ]
  const answers = groupAnswers(await endpoint.ask(parts.flat()), parts)
  const [[headAnswer] = [], feeAnswers = [], [firstBlock] = [], [client] = []] = answers
  const head = parseHead(requireResult(headAnswer))
  const isOurs = client !== undefined && 'result' in client && isDevelopmentNode(client.result)
  if (block === 'latest' && network.chainId !== localChainId && !isOurs) checkHeadAge(context, { network, head })
  const fees = estimateFees(network, head, feeAnswers)
  const genesis = asksGenesis ? parseGenesisHash(firstBlock) : remembered.genesis
  return {
    head,
    fees,
    facts: { chainId: network.chainId, genesis, mode: remembered?.genesis === genesis ? remembered.mode : 'override' },
    extras: answers[4] ?? [],
    lens: answers[5] ?? [],
  }
}

/** Splits the answers of one batch back into one list for each list of calls. */
function groupAnswers(answers: readonly RpcAnswer[], parts: readonly (readonly RpcCall[])[]): (readonly RpcAnswer[])[] {
  let next = 0
  return parts.map(({ length }) => {
    next += length
    return answers.slice(next - length, next)
  })
}

/** A chain loaded from a saved state may have no first block. */
function parseGenesisHash(answer: RpcAnswer | undefined): Hex {
  const result = requireResult(answer)
  return result === null ? hex('0x') : parseHash(getField(result, 'hash'))
}
