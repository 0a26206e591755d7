import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { rpcCall } from '#chain/rpc/json-rpc'
import { parsePrice } from '#chain/rpc/values'
import type { LargeBlockTerms } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { type Address, wei } from '#domain/units'

/** As `Chain.askLargeBlocks`, over one endpoint. A node without these methods tells neither. */
export async function fetchLargeBlockTerms(
  endpoint: CheckedEndpoint,
  { largeBlocks }: Pick<Network, 'largeBlocks'>,
  account: Address,
): Promise<LargeBlockTerms> {
  if (largeBlocks === undefined) return { isChosen: undefined, gasPrice: undefined }
  const { choiceMethod, priceMethod } = largeBlocks
  const answers = await endpoint.ask([rpcCall(choiceMethod, account), rpcCall(priceMethod)])
  const [choice, price] = answers.map((answer) => ('result' in answer ? answer.result : undefined))
  return {
    isChosen: typeof choice === 'boolean' ? choice : undefined,
    gasPrice: typeof price === 'string' ? wei(parsePrice(price)) : undefined,
  }
}
