/** Call trees of nodes that trace, by the tracer that most of them have. */

import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { sanitizeNodeMessage } from '#chain/rpc/sanitize-node-message'
import type { PastCall } from '#domain/chain/port'
import { type CallFrame, maxFrames } from '#domain/debugging/trace'
import { evm, gas, type Hex, hex, wei } from '#domain/units'

const tracer = { tracer: 'callTracer' }

/** As `Chain.traceCalls`, over one endpoint. */
export const traceCalls = (endpoint: CheckedEndpoint, hash: Hex): Promise<CallFrame | undefined> =>
  requestFrames(endpoint, rpcCall('debug_traceTransaction', hash, tracer))

/** As `Chain.traceCallsAt`, over one endpoint. */
export function traceCallsAt(
  endpoint: CheckedEndpoint,
  { from, to, data, value, gasLimit }: PastCall,
  block: number,
): Promise<CallFrame | undefined> {
  const limit = gasLimit === undefined ? {} : { gas: toQuantity(gasLimit) }
  const call = { from, to, data, value: toQuantity(value), ...limit }
  return requestFrames(endpoint, rpcCall('debug_traceCall', call, toQuantity(block), tracer))
}

/** `undefined` if the node refuses, or answers with something that is no call. */
async function requestFrames(endpoint: CheckedEndpoint, call: RpcCall): Promise<CallFrame | undefined> {
  try {
    const [answer] = await endpoint.ask([call])
    if (answer === undefined || 'error' in answer) return undefined
    return parseFrame(answer.result, { url: endpoint.url, left: maxFrames })
  } catch (error) {
    if (error instanceof EndpointFault && error.isFromNode) return undefined
    throw error
  }
}

interface Parsing {
  readonly url: URL
  /** How many more calls are read. */
  left: number
}

/** Deeper calls than the EVM allows are no trace. */
const maxDepth = 1_024

function parseFrame(value: unknown, parsing: Parsing, depth = 0): CallFrame | undefined {
  const [kind, from, to] = [getField(value, 'type'), getField(value, 'from'), getField(value, 'to')]
  if (typeof kind !== 'string' || !/^[A-Z0-9]{1,20}$/.test(kind) || !isAddress(from) || depth > maxDepth)
    return undefined
  parsing.left -= 1
  const [error, inner] = [getField(value, 'error'), getField(value, 'calls')]
  const calls: CallFrame[] = []
  for (const one of Array.isArray(inner) ? inner : []) {
    const frame = parsing.left > 0 ? parseFrame(one, parsing, depth + 1) : undefined
    if (frame !== undefined) calls.push(frame)
  }
  return {
    kind,
    from: evm(from.toLowerCase()),
    to: isAddress(to) ? evm(to.toLowerCase()) : undefined,
    value: wei(parseQuantity(getField(value, 'value'))),
    gasUsed: gas(parseQuantity(getField(value, 'gasUsed'))),
    input: parseData(getField(value, 'input')),
    output: parseData(getField(value, 'output')),
    error: typeof error === 'string' && error !== '' ? sanitizeNodeMessage(error, parsing.url) : undefined,
    calls,
  }
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** 0 if it is absent or none: tracers leave it out of calls without value. */
const parseQuantity = (value: unknown): bigint =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : 0n

const parseData = (value: unknown): Hex =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? hex(value.toLowerCase()) : hex('0x')
