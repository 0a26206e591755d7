/** Calls on the states of earlier blocks, and transactions as the chain carried them out: what an archive node knows. */
import type { CallAt, FoundTransaction, PastSimulation } from '#domain/ports'
import { type Hex, hex } from '#domain/units'
import { hexOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, field, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'
import { nodeWords } from './node-words.ts'
import { receiptOf } from './receipts.ts'
import { isOutOfGas, isRevert, revertData, revertWords } from './revert-data.ts'
import { transactionsOf } from './transactions.ts'

/**
 * As `Chain.simulateAt`, over one endpoint. `undefined` where it does not carry the call out: mostly because it no
 * longer has the state of that block.
 */
export async function simulateAt(
  endpoint: CheckedEndpoint,
  { from, to, data, value, gasLimit }: CallAt,
  block: number,
): Promise<PastSimulation | undefined> {
  const gas = gasLimit === undefined ? {} : { gas: quantity(gasLimit) }
  const params = { from, to, data, value: quantity(value), ...gas }
  const answer = await ask(endpoint, call('eth_call', params, quantity(block)))
  if (answer === undefined) return undefined
  if ('result' in answer) return { ok: true, data: hexOf(answer.result), reason: '', isOutOfGas: false }
  const { error } = answer
  if (isOutOfGas(error.message) && revertData(error) === '0x')
    return { ok: false, data: hex('0x'), reason: nodeWords(error.message, endpoint.url), isOutOfGas: true }
  if (!isRevert(error)) return undefined
  const reverted = revertData(error)
  const reason = nodeWords(revertWords(reverted) ?? error.message, endpoint.url)
  return { ok: false, data: reverted, reason, isOutOfGas: false }
}

/** As `Chain.traceRevert`, over one endpoint: the outermost call by the tracer that most nodes have. */
export async function traceRevert(endpoint: CheckedEndpoint, hash: Hex): Promise<PastSimulation | undefined> {
  const tracer = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
  const answer = await ask(endpoint, call('debug_traceTransaction', hash, tracer))
  if (answer === undefined || 'error' in answer) return undefined
  const [error, output] = [field(answer.result, 'error'), field(answer.result, 'output') ?? '0x']
  if (typeof error !== 'string' || error === '') return undefined
  if (typeof output !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(output)) return undefined
  return { ok: false, data: hex(output), reason: nodeWords(error, endpoint.url), isOutOfGas: isOutOfGas(error) }
}

/** What the node refuses in its own words, in whatever way, is not to be had from it. */
async function ask(endpoint: CheckedEndpoint, one: RpcCall): Promise<RpcAnswer | undefined> {
  try {
    const [answer] = await endpoint.ask([one])
    return answer
  } catch (error) {
    if (error instanceof EndpointFault && error.said) return undefined
    throw error
  }
}

/**
 * As `Chain.findTransaction`, over one endpoint: the transaction and its receipt by the same node.
 * @throws EndpointFault where it has a block for the transaction and no receipt, as nodes behind one address may.
 */
export async function findTransaction(endpoint: CheckedEndpoint, hash: Hex): Promise<FoundTransaction | undefined> {
  const [transaction] = await transactionsOf(endpoint, [hash])
  if (transaction === undefined) return undefined
  const receipt = await receiptOf(endpoint, hash)
  if (receipt === undefined && transaction.block !== undefined)
    throw new EndpointFault('has a mined transaction without its receipt', { passing: true })
  return { transaction, receipt }
}
