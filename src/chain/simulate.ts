import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Simulation } from '#domain/ports'
import { type Gas, gas, hex } from '#domain/units'
import { bigOf, hexOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, quantity, type RpcAnswer, type RpcCall, type RpcError } from './json-rpc.ts'
import { nodeWords } from './node-words.ts'
import { isRevert, revertData, revertWords } from './revert-data.ts'

export type Call = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

const params = ({ from, to, data, value }: Call) => ({ from, to, data, value: quantity(value) })

/** On top of what waits to be mined; on the head where the node cannot tell, or knows no `pending`. */
export async function simulate(endpoint: CheckedEndpoint, input: Call): Promise<Simulation> {
  const at = (tag: string): RpcCall => call('eth_call', params(input), tag)
  const [pending] = await endpoint.ask([at('pending')])
  if (pending !== undefined && isOfTheChain(pending)) return simulation(endpoint, pending)
  const [latest] = await endpoint.ask([at('latest')])
  if (latest === undefined) throw new EndpointFault('gives no answer')
  return simulation(endpoint, latest)
}

const isOfTheChain = (answer: RpcAnswer): boolean => 'result' in answer || isRevert(answer.error)

function simulation({ url }: CheckedEndpoint, answer: RpcAnswer): Simulation {
  if ('result' in answer) return { ok: true, data: hexOf(answer.result), reason: '' }
  return { ok: false, data: revertData(answer.error), reason: nodeWords(reasonOf(answer.error), url) }
}

/** The contract's own words where there are any, else the node's. */
function reasonOf(error: RpcError): string {
  return revertWords(revertData(error)) ?? (error.message || hex('0x'))
}

/** @throws `ESTIMATE_GAS_FAILED` with the node's words where the call reverts. */
export async function estimateGas(endpoint: CheckedEndpoint, input: Call): Promise<Gas> {
  const [answer] = await endpoint.ask([call('eth_estimateGas', params(input))])
  if (answer !== undefined && 'result' in answer) return gas(bigOf(answer.result, 64))
  const reason = answer === undefined ? 'no answer' : reasonOf(answer.error)
  throw fail('ESTIMATE_GAS_FAILED', { check: 'gas', reason: nodeWords(reason, endpoint.url) })
}
