/** Calls on the states of earlier blocks, and traces of mined transactions: what an archive node knows. */

import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { decodeRevertReason, findRevertData, isOutOfGas, isRevert } from '#chain/rpc/revert-data'
import { sanitizeNodeMessage } from '#chain/rpc/sanitize-node-message'
import { parseBytes } from '#chain/rpc/values'
import type { PastCall, PastSimulation } from '#domain/chain/port'
import { type Hex, hex } from '#domain/units'

/**
 * As `Chain.simulateAt`, over one endpoint. `undefined` if it does not execute the call, mostly because it no longer
 * has the state of that block.
 */
export async function simulateAt(
  endpoint: CheckedEndpoint,
  { from, to, data, value, gasLimit }: PastCall,
  block: number,
): Promise<PastSimulation | undefined> {
  const gas = gasLimit === undefined ? {} : { gas: toQuantity(gasLimit) }
  const params = { from, to, data, value: toQuantity(value), ...gas }
  const answer = await askUnlessRefused(endpoint, rpcCall('eth_call', params, toQuantity(block)))
  if (answer === undefined) return undefined
  if ('result' in answer) return { ok: true, data: parseBytes(answer.result), reason: '', isOutOfGas: false }
  const { error } = answer
  if (isOutOfGas(error.message) && findRevertData(error) === '0x')
    return { ok: false, data: hex('0x'), reason: sanitizeNodeMessage(error.message, endpoint.url), isOutOfGas: true }
  if (!isRevert(error)) return undefined
  const reverted = findRevertData(error)
  const reason = sanitizeNodeMessage(decodeRevertReason(reverted) ?? error.message, endpoint.url)
  return { ok: false, data: reverted, reason, isOutOfGas: false }
}

/** As `Chain.traceRevert`, over one endpoint: the outermost call, by the tracer that most nodes have. */
export async function traceRevert(endpoint: CheckedEndpoint, hash: Hex): Promise<PastSimulation | undefined> {
  const tracer = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
  const answer = await askUnlessRefused(endpoint, rpcCall('debug_traceTransaction', hash, tracer))
  if (answer === undefined || 'error' in answer) return undefined
  const [error, output] = [getField(answer.result, 'error'), getField(answer.result, 'output') ?? '0x']
  if (typeof error !== 'string' || error === '') return undefined
  if (typeof output !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(output)) return undefined
  return {
    ok: false,
    data: hex(output),
    reason: sanitizeNodeMessage(error, endpoint.url),
    isOutOfGas: isOutOfGas(error),
  }
}

/** `undefined` if the node answers with any error: it cannot provide this. */
async function askUnlessRefused(endpoint: CheckedEndpoint, one: RpcCall): Promise<RpcAnswer | undefined> {
  try {
    const [answer] = await endpoint.ask([one])
    return answer
  } catch (error) {
    if (error instanceof EndpointFault && error.isFromNode) return undefined
    throw error
  }
}
