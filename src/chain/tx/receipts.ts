import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall } from '#chain/rpc/json-rpc'
import {
  parseAddress,
  parseBigint,
  parseBytes,
  parseHash,
  parseNumber,
  parsePrice,
  requireResult,
} from '#chain/rpc/values'
import type { Receipt } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { gas, type Hex, wei } from '#domain/units'

/**
 * The receipt of `hash`; `undefined` until it is mined.
 * @throws EndpointFault if the node returns another transaction's receipt, or logs of another transaction.
 */
export async function fetchReceipt(
  endpoint: CheckedEndpoint,
  hash: Hex,
  network: ReceiptTraits,
): Promise<Receipt | undefined> {
  const [answer] = await endpoint.ask([rpcCall('eth_getTransactionReceipt', hash)])
  const result = requireResult(answer)
  const isTelling = typeof getField(result, 'effectiveGasPrice') === 'string' && !isLimitCharged(network)
  if (result === null || isTelling) return parseReceipt(result, { hash, transaction: null, network })
  return parseReceipt(result, { hash, transaction: await fetchTransaction(endpoint, hash), network })
}

/** What of a network's entry says how its receipts are to be read. */
export type ReceiptTraits = Pick<Network, 'gas'>

const isLimitCharged = ({ gas: policy }: ReceiptTraits): boolean => policy?.unusedChargedPercent === 100

interface ReceiptQuery {
  readonly hash: Hex
  /** The transaction itself: nodes from before EIP-1559 omit the price in receipts, and none has the gas limit there. */
  readonly transaction: unknown
  readonly network: ReceiptTraits
}

/**
 * Decodes the result of `eth_getTransactionReceipt`; `undefined` until the transaction is mined.
 * @throws EndpointFault as `fetchReceipt`.
 */
export function parseReceipt(result: unknown, { hash, transaction, network }: ReceiptQuery): Receipt | undefined {
  if (result === null) return undefined
  if (parseHash(getField(result, 'transactionHash')) !== hash) throw foreignReceiptFault()
  if (typeof getField(result, 'blockHash') !== 'string') return undefined // some nodes return receipts of pending ones
  const blockHash = parseHash(getField(result, 'blockHash'))
  const status = parseNumber(getField(result, 'status'))
  if (status > 1) throw new EndpointFault('returns a receipt without a status')
  const gasUsed = parseBigint(getField(result, 'gasUsed'), 64)
  // where the whole limit is paid for, a node may name either
  const charged = isLimitCharged(network) ? parseGasLimit(transaction) : gasUsed
  const price = getField(result, 'effectiveGasPrice') ?? getField(transaction, 'gasPrice')
  // rollups of the OP stack charge for their data on top, outside of the gas
  const dataFee = getField(result, 'l1Fee') ?? '0x0'
  return {
    status: status === 1 ? 'success' : 'reverted',
    block: parseNumber(getField(result, 'blockNumber')),
    blockHash,
    gasUsed: gas(gasUsed),
    feePaid: wei(charged * parsePrice(price) + parseBigint(dataFee, 128)),
    logs: parseReceiptLogs(getField(result, 'logs'), { hash, blockHash }),
  }
}

function parseGasLimit(transaction: unknown): bigint {
  if (transaction === null) throw new EndpointFault('has a receipt without its transaction', { isTransient: true })
  return parseBigint(getField(transaction, 'gas'), 64)
}

function parseReceiptLogs(value: unknown, of: { hash: Hex; blockHash: Hex }): Receipt['logs'] {
  if (!Array.isArray(value)) throw new EndpointFault('returns a receipt without logs')
  return value.map((log: unknown) => {
    if (
      parseHash(getField(log, 'transactionHash')) !== of.hash ||
      parseHash(getField(log, 'blockHash')) !== of.blockHash
    )
      throw foreignReceiptFault()
    return parseReceiptLog(log)
  })
}

/** What a contract logged. @throws EndpointFault. */
export function parseReceiptLog(log: unknown): Receipt['logs'][number] {
  const topics = getField(log, 'topics')
  if (!Array.isArray(topics)) throw new EndpointFault('returns a log without topics')
  return {
    address: parseAddress(getField(log, 'address')),
    topics: topics.map(parseHash),
    data: parseBytes(getField(log, 'data')),
  }
}

const foreignReceiptFault = (): EndpointFault => new EndpointFault('returns a receipt that is not of our transaction')

async function fetchTransaction(endpoint: CheckedEndpoint, hash: Hex): Promise<unknown> {
  const [answer] = await endpoint.ask([rpcCall('eth_getTransactionByHash', hash)])
  return requireResult(answer)
}
