import { blockOf, headCall, parseHead } from '#chain/blocks/head'
import { toChunks } from '#chain/rpc/endpoint'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseAddress, parseBigint, parseBytes, parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import type { NonceSearch, NonceUser } from '#domain/chain/chain-evidence'
import type { Hex } from '#domain/units'
import { fetchNonceAt } from './past-state.ts'

/** Blocks that are read one by one if the node lacks the states to bisect: some minutes of most chains. */
const maxBlocksRead = 600
/** Blocks with all their transactions in one batch. */
const blocksInBatch = 10

/** As one endpoint shows it: nothing of it is proven. */
export interface ShownUser extends NonceUser {
  /** The transaction as JSON-RPC names its fields. */
  readonly fields: unknown
}

/**
 * The transaction that used a nonce, by one endpoint. Its block is found by bisection over the states the node still has,
 * otherwise by reading every block since the nonce was seen free.
 * @returns `undefined` if the nonce is free, or the node can answer neither way.
 * @throws EndpointFault
 */
export async function searchNonceUser(
  endpoint: CheckedEndpoint,
  { sender, nonce, freeAt }: Omit<NonceSearch, 'own'>,
): Promise<ShownUser | undefined> {
  const [headAnswer, count] = await endpoint.ask(
    [headCall('latest'), rpcCall('eth_getTransactionCount', sender, 'latest')],
    { again: true },
  )
  const head = parseHead(requireResult(headAnswer))
  if (parseNumber(requireResult(count)) <= nonce) return undefined
  const used = await bisect(endpoint, { sender, nonce }, { low: Math.min(freeAt, head.number), high: head.number })
  const numbers = used === undefined ? range(freeAt, head.number) : [used]
  if (numbers.length > maxBlocksRead) return undefined
  const found = await readBlocks(endpoint, { sender, nonce }, numbers)
  return found === undefined ? undefined : { endpoint: endpoint.name, head: blockOf(head), ...found }
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)

type AccountNonce = Pick<NonceSearch, 'sender' | 'nonce'>

/** The first block after which the nonce was used; `undefined` if a state in between has been pruned. */
async function bisect(
  endpoint: CheckedEndpoint,
  { sender, nonce }: AccountNonce,
  span: { low: number; high: number },
): Promise<number | undefined> {
  let { low, high } = span
  const isUsedAt = async (block: number) => {
    const count = await fetchNonceAt(endpoint, sender, block)
    return count === undefined ? undefined : count > nonce
  }
  // The block at which the nonce was seen free is a hint: that answer may have come from a lagging node.
  for (let step = 1; ; step *= 4) {
    const used = await isUsedAt(low)
    if (used === undefined) return undefined
    if (!used) break
    if (low === 0) return 0
    high = low
    low = Math.max(0, low - step)
  }
  if ((await isUsedAt(high)) !== true) return undefined
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const used = await isUsedAt(middle)
    if (used === undefined) return undefined
    if (used) high = middle
    else low = middle
  }
  return high
}

async function readBlocks(
  endpoint: CheckedEndpoint,
  wanted: AccountNonce,
  numbers: readonly number[],
): Promise<Omit<ShownUser, 'endpoint' | 'head'> | undefined> {
  for (const part of toChunks(numbers, blocksInBatch)) {
    const answers = await endpoint.ask(part.map((number) => rpcCall('eth_getBlockByNumber', toQuantity(number), true)))
    for (const [i, answer] of answers.entries()) {
      const user = findUserInBlock(requireResult(answer), wanted)
      if (user !== undefined) return { ...user, block: part[i] ?? 0 }
    }
  }
  return undefined
}

/** @param block with all its transactions. @throws EndpointFault */
export function findUserInBlock(
  block: unknown,
  { sender, nonce }: AccountNonce,
): Omit<ShownUser, 'endpoint' | 'head' | 'block'> | undefined {
  const listed = getField(block, 'transactions')
  if (!Array.isArray(listed)) throw new EndpointFault('returns a block without transactions')
  const fields: unknown = listed.find(
    (tx: unknown) => parseAddress(getField(tx, 'from')) === sender && parseNumber(getField(tx, 'nonce')) === nonce,
  )
  if (fields === undefined) return undefined
  const call = readCall(fields)
  const [by, blockHash] = [fields, block].map((shown) => parseHash(getField(shown, 'hash'))) as [Hex, Hex]
  return { by, blockHash, fields, ...(call && { call }) }
}

/** A transaction of a type of its own may make no single call: what it does is not told then. */
function readCall(transaction: unknown): NonceUser['call'] {
  const [to, input, value] = ['to', 'input', 'value'].map((name) => getField(transaction, name))
  if (typeof to !== 'string' || typeof input !== 'string' || typeof value !== 'string') return undefined
  return { to: parseAddress(to), data: parseBytes(input), value: parseBigint(value) }
}
