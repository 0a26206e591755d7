/** The chain at earlier heights. */

import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseBytes, requireResult } from '#chain/rpc/values'
import type { Block } from '#domain/pools/snapshot'
import type { Address } from '#domain/units'
import { blockOf, headCall, parseHead } from './head.ts'

type AskEndpoint = Pick<CheckedEndpoint, 'ask'>

/** As `Chain.blocks`, over one endpoint. */
export async function fetchBlocks(
  endpoint: AskEndpoint,
  numbers: readonly number[],
): Promise<readonly (Block | undefined)[]> {
  const answers = await endpoint.ask(numbers.map(headCall))
  return answers.map((answer) => {
    const block = requireResult(answer)
    return block === null ? undefined : blockOf(parseHead(block))
  })
}

/**
 * As `Chain.findCreationBlock`, over one endpoint, by bisection: once created, a contract keeps its code. Few nodes
 * keep the states of all blocks; if the node says it does not, the result is 0, a start that misses nothing.
 */
export async function findCreationBlock(endpoint: AskEndpoint, address: Address): Promise<number> {
  const [head] = await endpoint.ask([headCall('latest')])
  let [without, by] = [-1, Number(parseHead(requireResult(head)).number)]
  try {
    if (!(await hasCode(endpoint, address, by))) return by
    while (by - without > 1) {
      const middle = Math.floor((without + by) / 2)
      if (await hasCode(endpoint, address, middle)) by = middle
      else without = middle
    }
    return by
  } catch (error) {
    if (error instanceof EndpointFault && error.isFromNode) return 0
    throw error
  }
}

async function hasCode(endpoint: AskEndpoint, address: Address, block: number): Promise<boolean> {
  const [code] = await endpoint.ask([rpcCall('eth_getCode', address, toQuantity(block))])
  return parseBytes(requireResult(code)).length > 2
}
