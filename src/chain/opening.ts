import type { Network } from '#domain/network'
import type { Clock, EndpointFacts } from '#domain/ports'
import { type Hex, hex } from '#domain/units'
import { hashOf, resultOf } from './answer.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { type FeeView, feeCalls, feesFrom } from './fees.ts'
import { checkAge, type Head, headCall, headOf, isDevelopmentNode } from './head.ts'
import { call, field, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'

/** What development nodes call their chain. */
const localChainId = 31337

export interface OpeningContext {
  readonly clock: Clock
  readonly network: Network
  readonly endpoint: CheckedEndpoint
}

/** What one endpoint says about itself and its head, in the first round trip. */
export interface Opening {
  readonly head: Head
  readonly fees: FeeView
  readonly facts: EndpointFacts
  readonly extras: readonly RpcAnswer[]
  readonly lens: readonly RpcAnswer[]
}

export interface OpeningInput {
  /** The head when absent. */
  readonly block?: number | 'latest'
  /** What the endpoint was found to be by an earlier run. */
  readonly remembered?: EndpointFacts | undefined
  readonly extras?: readonly RpcCall[]
  readonly lens?: readonly RpcCall[]
}

/** Asks for the head and what belongs to it, together with other calls. @throws `STALE_HEAD`. */
export async function open(context: OpeningContext, input: OpeningInput): Promise<Opening> {
  const { endpoint, network } = context
  const { block = 'latest', remembered, extras = [], lens = [] } = input
  // chains on this machine are born again under the same address
  const asksGenesis = endpoint.local || remembered === undefined
  const parts = [
    [headCall(block)],
    feeCalls(block),
    asksGenesis ? [call('eth_getBlockByNumber', quantity(0), false)] : [],
    endpoint.local ? [call('web3_clientVersion')] : [],
    extras,
    lens,
  ]
  const answers = partsOf(await endpoint.ask(parts.flat()), parts)
  const [[headAnswer] = [], feeAnswers = [], [firstBlock] = [], [client] = []] = answers
  const head = headOf(resultOf(headAnswer))
  const isOurs = client !== undefined && 'result' in client && isDevelopmentNode(client.result)
  if (block === 'latest' && network.chainId !== localChainId && !isOurs) checkAge(context, { network, head })
  const fees = feesFrom(network.chainId, head, feeAnswers)
  const genesis = asksGenesis ? genesisOf(firstBlock) : remembered.genesis
  return {
    head,
    fees,
    facts: { chainId: network.chainId, genesis, mode: remembered?.genesis === genesis ? remembered.mode : 'override' },
    extras: answers[4] ?? [],
    lens: answers[5] ?? [],
  }
}

/** The answers to lists of calls that were asked as one, list by list. */
function partsOf(answers: readonly RpcAnswer[], parts: readonly (readonly RpcCall[])[]): (readonly RpcAnswer[])[] {
  let next = 0
  return parts.map(({ length }) => {
    next += length
    return answers.slice(next - length, next)
  })
}

/** A chain that was loaded from a saved state may have no first block. */
function genesisOf(answer: RpcAnswer | undefined): Hex {
  const result = resultOf(answer)
  return result === null ? hex('0x') : hashOf(field(result, 'hash'))
}
