import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseBigint, parseBytes, parseNumber, requireResult } from '#chain/rpc/values'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { SimulatedCall } from '#domain/chain/port'
import { gas } from '#domain/units'
import { parseReceiptLog } from './receipts.ts'
import type { EthCall } from './simulate.ts'
import { toStateOverrides } from './state-overrides.ts'

/**
 * Executes calls in order on top of the head and of what is assumed, each on the state that the previous one left, and keeps nothing
 * (`eth_simulateV1` of the execution APIs). `undefined` if the node cannot.
 * @throws EndpointFault if it answers anything else.
 */
export async function simulateCalls(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  calls: readonly EthCall[],
  assumed: AssumedState = {},
): Promise<readonly SimulatedCall[] | undefined> {
  const asked = calls.map(({ from, to, data, value }) => ({ from, to, data, value: toQuantity(value) }))
  const stateOverrides = Object.keys(assumed).length === 0 ? {} : { stateOverrides: toStateOverrides(assumed) }
  const blockStateCalls = [{ ...stateOverrides, calls: asked }]
  const [answer] = await endpoint.ask([rpcCall('eth_simulateV1', { blockStateCalls }, 'latest')])
  if (answer === undefined || 'error' in answer) return undefined
  const blocks = requireResult(answer)
  const results: unknown = Array.isArray(blocks) ? getField(blocks[0], 'calls') : undefined
  if (!Array.isArray(results) || results.length !== calls.length)
    throw new EndpointFault('returns a simulation of other calls')
  return results.map(parseSimulatedCall)
}

function parseSimulatedCall(value: unknown): SimulatedCall {
  const logs = getField(value, 'logs') ?? []
  if (!Array.isArray(logs)) throw new EndpointFault('returns a simulation without logs')
  return {
    ok: parseNumber(getField(value, 'status')) === 1,
    data: parseBytes(getField(value, 'returnData')),
    logs: logs.map(parseReceiptLog),
    gasUsed: gas(parseBigint(getField(value, 'gasUsed'), 64)),
  }
}
