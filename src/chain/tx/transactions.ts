import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall } from '#chain/rpc/json-rpc'
import { parseAddress, parseBigint, parseBytes, parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import type { ChainTransaction } from '#domain/chain/port'
import { gas, type Hex, wei } from '#domain/units'

/**
 * Those transactions of these hashes that the endpoint knows, mined or pending.
 * @throws EndpointFault if it answers with others.
 */
export async function fetchTransactions(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  hashes: readonly Hex[],
): Promise<readonly ChainTransaction[]> {
  if (hashes.length === 0) return []
  const answers = await endpoint.ask(hashes.map((hash) => rpcCall('eth_getTransactionByHash', hash)))
  return answers.flatMap((answer, i) => {
    const result = requireResult(answer)
    return result === null ? [] : [parseTransaction(result, hashes[i])]
  })
}

/** @throws EndpointFault if it is another one */
export function parseTransaction(value: unknown, asked: Hex | undefined): ChainTransaction {
  const hash = parseHash(getField(value, 'hash'))
  if (hash !== asked) throw new EndpointFault('answers with another transaction')
  const [to, block] = [getField(value, 'to') ?? undefined, getField(value, 'blockNumber') ?? undefined]
  return {
    hash,
    from: parseAddress(getField(value, 'from')),
    to: to === undefined ? undefined : parseAddress(to),
    data: parseBytes(getField(value, 'input')),
    value: wei(parseBigint(getField(value, 'value'))),
    nonce: parseNumber(getField(value, 'nonce')),
    gasLimit: gas(parseBigint(getField(value, 'gas'), 64)),
    block: block === undefined ? undefined : parseNumber(block),
  }
}
