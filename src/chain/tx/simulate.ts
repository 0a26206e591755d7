import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcAnswer, type RpcCall, type RpcError, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { decodeRevertReason, findRevertData, isRevert } from '#chain/rpc/revert-data'
import { sanitizeNodeMessage } from '#chain/rpc/sanitize-node-message'
import { parseBigint, parseBytes, parsePrice } from '#chain/rpc/values'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Simulation } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import { type Gas, gas, hex, wei } from '#domain/units'
import { rpcCallAssuming } from './state-overrides.ts'

export type EthCall = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

const toCallParams = ({ from, to, data, value }: EthCall) => ({ from, to, data, value: toQuantity(value) })

/** On top of pending transactions and of what is assumed; on the head if the node cannot tell, or does not support `pending`. */
export async function simulate(endpoint: CheckedEndpoint, input: EthCall, assumed?: AssumedState): Promise<Simulation> {
  const at = (tag: string): RpcCall => rpcCallAssuming(assumed, 'eth_call', toCallParams(input), tag)
  const [pending] = await endpoint.ask([at('pending')])
  if (pending !== undefined && isChainAnswer(pending)) return toSimulation(endpoint, pending)
  const [latest] = await endpoint.ask([at('latest')])
  if (latest === undefined) throw new EndpointFault('returns no answer')
  return toSimulation(endpoint, latest)
}

const isChainAnswer = (answer: RpcAnswer): boolean => 'result' in answer || isRevert(answer.error)

function toSimulation({ url }: CheckedEndpoint, answer: RpcAnswer): Simulation {
  if ('result' in answer) return { ok: true, data: parseBytes(answer.result), reason: '' }
  return { ok: false, data: findRevertData(answer.error), reason: sanitizeNodeMessage(reasonOf(answer.error), url) }
}

/** The contract's revert reason if there is one, otherwise the node's message. */
function reasonOf(error: RpcError): string {
  return decodeRevertReason(findRevertData(error)) ?? (error.message || hex('0x'))
}

/** @throws `ESTIMATE_GAS_FAILED` with the node's error message if the call reverts. */
export async function estimateGas(endpoint: CheckedEndpoint, input: EthCall, assumed?: AssumedState): Promise<Gas> {
  // Overrides are the third parameter, so the block has to be named with them.
  const block = assumed === undefined ? [] : ['latest']
  const [answer] = await endpoint.ask([rpcCallAssuming(assumed, 'eth_estimateGas', toCallParams(input), ...block)])
  if (answer !== undefined && 'result' in answer) return gas(parseBigint(answer.result, 64))
  const reason = answer === undefined ? 'no answer' : reasonOf(answer.error)
  throw fail('ESTIMATE_GAS_FAILED', { check: 'gas', reason: sanitizeNodeMessage(reason, endpoint.url) })
}

/**
 * What a chain with a method for it asks for one call: twice its base fee, and the priority fee that covers the call's
 * bytes. `undefined` elsewhere, and if the node has no such method or the call fails.
 */
export async function fetchCallFees(
  endpoint: CheckedEndpoint,
  { feeMethod }: Pick<Network, 'feeMethod'>,
  input: EthCall,
): Promise<GasFees | undefined> {
  if (feeMethod === undefined) return undefined
  const [answer] = await endpoint.ask([rpcCall(feeMethod, toCallParams(input))])
  if (answer === undefined || !('result' in answer)) return undefined
  const tip = parsePrice(getField(answer.result, 'priorityFeePerGas'))
  const baseFee = parsePrice(getField(answer.result, 'baseFeePerGas'))
  return { type: 2, maxFeePerGas: wei(2n * baseFee + tip), maxPriorityFeePerGas: wei(tip) }
}
