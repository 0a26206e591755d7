import type { Look, LookQuery } from '#domain/chain-evidence'
import type { Receipt } from '#domain/ports'
import type { Hex } from '#domain/units'
import { hashOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { blockOf, headCall, headOf } from './head.ts'
import { call, field, quantity } from './json-rpc.ts'
import { parseReceipt } from './receipts.ts'

/**
 * What one endpoint shows of a transaction, in one batch, with the chain id asked again. A receipt counts only if the
 * block it names is in the endpoint's chain and holds the transaction: receipts are served from an index that
 * may lag, lead, or be another node's.
 * @throws EndpointFault
 */
export async function lookAt(endpoint: CheckedEndpoint, { hash, sender, known }: LookQuery): Promise<Look> {
  const calls = [
    headCall('latest'),
    call('eth_getTransactionReceipt', hash),
    call('eth_getTransactionByHash', hash),
    call('eth_getTransactionCount', sender, 'latest'),
    ...(known === undefined ? [] : [headCall(known.block)]),
  ]
  const answers = (await endpoint.ask(calls, { again: true })).map((answer) => resultOf(answer))
  const [headAnswer, receiptAnswer, transaction, count, knownBlock] = answers
  const head = headOf(headAnswer)
  if (transaction !== null && hashOf(field(transaction, 'hash')) !== hash)
    throw new EndpointFault('answers with another transaction')
  const found = { endpoint: endpoint.name, head: blockOf(head), nonce: numberOf(count) }

  const receipt = parseReceipt(receiptAnswer, hash, transaction)
  if (receipt !== undefined) {
    const block = head.number === receipt.block ? headAnswer : await blockAt(endpoint, receipt.block)
    if (holds(block, hash, receipt)) return { ...found, seen: 'mined', receipt }
    return { ...found, seen: 'waiting' } // it has the bytes; where they are it does not know itself
  }
  if (known !== undefined && holds(knownBlock, hash, known))
    return { ...found, seen: 'behind', blockHash: known.blockHash }
  return { ...found, seen: transaction === null ? 'absent' : 'waiting' }
}

async function blockAt(endpoint: CheckedEndpoint, number: number): Promise<unknown> {
  const [answer] = await endpoint.ask([call('eth_getBlockByNumber', quantity(number), false)])
  return resultOf(answer)
}

/** Whether it is the block of that hash, and lists the transaction: a receipt can be made up to name a real block. */
function holds(block: unknown, hash: Hex, { blockHash }: Pick<Receipt, 'blockHash'>): boolean {
  const listed = field(block, 'transactions')
  return field(block, 'hash') === blockHash && Array.isArray(listed) && listed.includes(hash)
}
