import type { Rehearsed } from '#domain/ports'
import { hexOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, field, quantity } from './json-rpc.ts'
import { receiptLog } from './receipts.ts'
import type { Call } from './simulate.ts'

/**
 * Carries calls out one after the other on top of the head, each on the state the one before it left, and keeps
 * nothing (`eth_simulateV1` of the execution APIs). `undefined` where the node cannot.
 * @throws EndpointFault when it answers something else.
 */
export async function rehearse(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  calls: readonly Call[],
): Promise<readonly Rehearsed[] | undefined> {
  const asked = calls.map(({ from, to, data, value }) => ({ from, to, data, value: quantity(value) }))
  const [answer] = await endpoint.ask([call('eth_simulateV1', { blockStateCalls: [{ calls: asked }] }, 'latest')])
  if (answer === undefined || 'error' in answer) return undefined
  const blocks = resultOf(answer)
  const results: unknown = Array.isArray(blocks) ? field(blocks[0], 'calls') : undefined
  if (!Array.isArray(results) || results.length !== calls.length)
    throw new EndpointFault('gives a rehearsal of other calls')
  return results.map(rehearsedOf)
}

function rehearsedOf(value: unknown): Rehearsed {
  const logs = field(value, 'logs') ?? []
  if (!Array.isArray(logs)) throw new EndpointFault('gives a rehearsal without logs')
  return {
    ok: numberOf(field(value, 'status')) === 1,
    data: hexOf(field(value, 'returnData')),
    logs: logs.map(receiptLog),
  }
}
