/** What stood on the chain at earlier heights. */
import type { Address, Hex } from '#domain/units'
import { hexOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { headCall, headOf } from './head.ts'
import { call, quantity } from './json-rpc.ts'

type Asking = Pick<CheckedEndpoint, 'ask'>

/** As `Chain.hashes`, over one endpoint. */
export async function hashesAt(endpoint: Asking, blocks: readonly number[]): Promise<readonly (Hex | undefined)[]> {
  const answers = await endpoint.ask(blocks.map(headCall))
  return answers.map((answer) => {
    const block = resultOf(answer)
    return block === null ? undefined : headOf(block).hash
  })
}

/**
 * As `Chain.madeIn`, over one endpoint, by halves: once made, a contract has code. Few nodes keep the states of all
 * blocks; one that says it does not gives 0, from which everything is found just as well.
 */
export async function madeIn(endpoint: Asking, address: Address): Promise<number> {
  const [head] = await endpoint.ask([headCall('latest')])
  let [without, by] = [-1, Number(headOf(resultOf(head)).number)]
  try {
    if (!(await hasCode(endpoint, address, by))) return by
    while (by - without > 1) {
      const middle = Math.floor((without + by) / 2)
      if (await hasCode(endpoint, address, middle)) by = middle
      else without = middle
    }
    return by
  } catch (error) {
    if (error instanceof EndpointFault && error.said) return 0
    throw error
  }
}

async function hasCode(endpoint: Asking, address: Address, block: number): Promise<boolean> {
  const [code] = await endpoint.ask([call('eth_getCode', address, quantity(block))])
  return hexOf(resultOf(code)).length > 2
}
