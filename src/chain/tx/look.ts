import { blockOf, headCall, parseHead } from '#chain/blocks/head'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import type { TransactionCheck, TransactionQuery } from '#domain/chain/chain-evidence'
import type { Receipt } from '#domain/chain/port'
import type { Hex } from '#domain/units'
import { parseReceipt, type ReceiptTraits } from './receipts.ts'

/**
 * What one endpoint shows of a transaction, in one batch, with the chain id asked again. A receipt counts only if the
 * block it names is in the endpoint's chain and lists the transaction: receipts come from an index that may lag, lead,
 * or belong to another node.
 * @throws EndpointFault
 */
export async function checkTransaction(
  endpoint: CheckedEndpoint,
  { hash, sender, known }: TransactionQuery,
  network: ReceiptTraits,
): Promise<TransactionCheck> {
  const calls = [
    headCall('latest'),
    rpcCall('eth_getTransactionReceipt', hash),
    rpcCall('eth_getTransactionByHash', hash),
    rpcCall('eth_getTransactionCount', sender, 'latest'),
    ...(known === undefined ? [] : [headCall(known.block)]),
  ]
  const answers = (await endpoint.ask(calls, { again: true })).map((answer) => requireResult(answer))
  const [headAnswer, receiptAnswer, transaction, count, knownBlock] = answers
  const head = parseHead(headAnswer)
  if (transaction !== null && parseHash(getField(transaction, 'hash')) !== hash)
    throw new EndpointFault('answers with another transaction')
  const found = { endpoint: endpoint.name, head: blockOf(head), nonce: parseNumber(count) }

  const receipt = parseReceipt(receiptAnswer, { hash, transaction, network })
  if (receipt !== undefined) {
    const block = head.number === receipt.block ? headAnswer : await fetchBlock(endpoint, receipt.block)
    if (holds(block, hash, receipt)) return { ...found, seen: 'mined', receipt }
    return { ...found, seen: 'waiting' } // it has the bytes but does not know in which block they are
  }
  if (known !== undefined && holds(knownBlock, hash, known))
    return { ...found, seen: 'behind', blockHash: known.blockHash }
  const seen = transaction === null ? 'absent' : 'waiting'
  const otherBlock = known && findOtherBlock(knownBlock, known)
  return { ...found, seen, ...(otherBlock === undefined ? {} : { otherBlock }) }
}

async function fetchBlock(endpoint: CheckedEndpoint, number: number): Promise<unknown> {
  const [answer] = await endpoint.ask([rpcCall('eth_getBlockByNumber', toQuantity(number), false)])
  return requireResult(answer)
}

/** The hash of the endpoint's own block at that height, if it has one and that is another. */
function findOtherBlock(block: unknown, { blockHash }: Pick<Receipt, 'blockHash'>): Hex | undefined {
  if (block === null) return undefined
  const own = parseHash(getField(block, 'hash'))
  return own === blockHash ? undefined : own
}

/** Whether it is the block of that hash and lists the transaction: a made-up receipt can name a real block. */
function holds(block: unknown, hash: Hex, { blockHash }: Pick<Receipt, 'blockHash'>): boolean {
  const listed = getField(block, 'transactions')
  return getField(block, 'hash') === blockHash && Array.isArray(listed) && listed.includes(hash)
}
