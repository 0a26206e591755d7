import type { NonceSearch, NonceUser } from '#domain/ports'
import type { Hex } from '#domain/units'
import { addressOf, hashOf, numberOf, resultOf } from './answer.ts'
import { chunks } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { blockOf, headCall, headOf } from './head.ts'
import { call, field, quantity } from './json-rpc.ts'
import { countAt } from './past-state.ts'

/** Blocks that are read one by one where the node does not have the states to bisect: some minutes of most chains. */
const maxBlocksRead = 600
/** Blocks with all their transactions in one batch. */
const blocksInBatch = 10

/**
 * The transaction that used a nonce: the block by bisecting over the states the node still has, otherwise by reading
 * every block since the nonce was seen free.
 * @returns `undefined` if the nonce is free, or the node can tell neither way.
 * @throws EndpointFault
 */
export async function findNonceUser(
  endpoint: CheckedEndpoint,
  { sender, nonce, freeAt }: NonceSearch,
): Promise<NonceUser | undefined> {
  const [headAnswer, count] = await endpoint.ask(
    [headCall('latest'), call('eth_getTransactionCount', sender, 'latest')],
    { again: true },
  )
  const head = headOf(resultOf(headAnswer))
  if (numberOf(resultOf(count)) <= nonce) return undefined
  const used = await bisect(endpoint, { sender, nonce }, { low: Math.min(freeAt, head.number), high: head.number })
  const numbers = used === undefined ? range(freeAt, head.number) : [used]
  if (numbers.length > maxBlocksRead) return undefined
  const found = await readBlocks(endpoint, { sender, nonce }, numbers)
  return found === undefined ? undefined : { endpoint: endpoint.name, head: blockOf(head), ...found }
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)

type Wanted = Pick<NonceSearch, 'sender' | 'nonce'>

/** The first block after which the nonce was used; `undefined` if a state on the way is not there any more. */
async function bisect(
  endpoint: CheckedEndpoint,
  { sender, nonce }: Wanted,
  span: { low: number; high: number },
): Promise<number | undefined> {
  let { low, high } = span
  const isUsedAt = async (block: number) => {
    const count = await countAt(endpoint, sender, block)
    return count === undefined ? undefined : count > nonce
  }
  // The block at which the nonce was seen free is a hint: that answer may have come from a node that lagged.
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
  wanted: Wanted,
  numbers: readonly number[],
): Promise<{ by: Hex; block: number; blockHash: Hex } | undefined> {
  for (const part of chunks(numbers, blocksInBatch)) {
    const answers = await endpoint.ask(part.map((number) => call('eth_getBlockByNumber', quantity(number), true)))
    for (const [i, answer] of answers.entries()) {
      const block = resultOf(answer)
      const by = userIn(block, wanted)
      if (by !== undefined) return { by, block: part[i] ?? 0, blockHash: hashOf(field(block, 'hash')) }
    }
  }
  return undefined
}

function userIn(block: unknown, { sender, nonce }: Wanted): Hex | undefined {
  const listed = field(block, 'transactions')
  if (!Array.isArray(listed)) throw new EndpointFault('gives a block without transactions')
  const user: unknown = listed.find(
    (tx: unknown) => addressOf(field(tx, 'from')) === sender && numberOf(field(tx, 'nonce')) === nonce,
  )
  return user === undefined ? undefined : hashOf(field(user, 'hash'))
}
