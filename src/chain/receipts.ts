import type { Receipt } from '#domain/ports'
import { gas, type Hex, wei } from '#domain/units'
import { addressOf, bigOf, hashOf, hexOf, numberOf, priceOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, field } from './json-rpc.ts'

/**
 * The receipt of `hash`; `undefined` while it is not mined.
 * @throws EndpointFault when the node answers with another transaction's, or with logs that are not of it.
 */
export async function receiptOf(endpoint: CheckedEndpoint, hash: Hex): Promise<Receipt | undefined> {
  const [answer] = await endpoint.ask([call('eth_getTransactionReceipt', hash)])
  const result = resultOf(answer)
  if (result === null || typeof field(result, 'effectiveGasPrice') === 'string') return parseReceipt(result, hash, null)
  return parseReceipt(result, hash, await transactionByHash(endpoint, hash))
}

/**
 * What `eth_getTransactionReceipt` gave, `undefined` while it is not mined.
 * @param transaction the transaction itself: nodes from before EIP-1559 leave the price out of receipts
 * @throws EndpointFault as `receiptOf`.
 */
export function parseReceipt(result: unknown, hash: Hex, transaction: unknown): Receipt | undefined {
  if (result === null) return undefined
  if (hashOf(field(result, 'transactionHash')) !== hash) throw forged()
  if (typeof field(result, 'blockHash') !== 'string') return undefined // some nodes describe waiting ones
  const blockHash = hashOf(field(result, 'blockHash'))
  const status = numberOf(field(result, 'status'))
  if (status > 1) throw new EndpointFault('gives a receipt without a status')
  const gasUsed = bigOf(field(result, 'gasUsed'), 64)
  const price = field(result, 'effectiveGasPrice') ?? field(transaction, 'gasPrice')
  // rollups of the OP stack charge for their data on top, outside of the gas
  const dataFee = field(result, 'l1Fee') ?? '0x0'
  return {
    status: status === 1 ? 'success' : 'reverted',
    block: numberOf(field(result, 'blockNumber')),
    blockHash,
    gasUsed: gas(gasUsed),
    feePaid: wei(gasUsed * priceOf(price) + bigOf(dataFee, 128)),
    logs: logsOf(field(result, 'logs'), { hash, blockHash }),
  }
}

function logsOf(value: unknown, of: { hash: Hex; blockHash: Hex }): Receipt['logs'] {
  if (!Array.isArray(value)) throw new EndpointFault('gives a receipt without logs')
  return value.map((log: unknown) => {
    if (hashOf(field(log, 'transactionHash')) !== of.hash || hashOf(field(log, 'blockHash')) !== of.blockHash)
      throw forged()
    return receiptLog(log)
  })
}

/** What a contract logged. @throws EndpointFault. */
export function receiptLog(log: unknown): Receipt['logs'][number] {
  const topics = field(log, 'topics')
  if (!Array.isArray(topics)) throw new EndpointFault('gives a log without topics')
  return { address: addressOf(field(log, 'address')), topics: topics.map(hashOf), data: hexOf(field(log, 'data')) }
}

const forged = (): EndpointFault => new EndpointFault('gives a receipt that is not of our transaction')

async function transactionByHash(endpoint: CheckedEndpoint, hash: Hex): Promise<unknown> {
  const [answer] = await endpoint.ask([call('eth_getTransactionByHash', hash)])
  return resultOf(answer)
}
