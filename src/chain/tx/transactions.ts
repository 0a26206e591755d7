import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { getField, rpcCall } from '#chain/rpc/json-rpc'
import { parseAddress, parseBigint, parseBytes, parseHash, parseNumber, requireResult } from '#chain/rpc/values'
import type { ProveTransaction } from '#domain/chain/chain-evidence'
import type { ChainTransaction, ShownTransaction } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { gas, type Hex, wei } from '#domain/units'
import { checkProof } from './proof.ts'

/**
 * Those transactions of these hashes that the endpoint knows, mined or pending, without those that do not have their hash.
 * @throws EndpointFault if it answers with others.
 */
export async function fetchTransactions(
  { endpoint, network, prove }: TransactionSource,
  hashes: readonly Hex[],
): Promise<readonly ShownTransaction[]> {
  if (hashes.length === 0) return []
  const answers = await endpoint.ask(hashes.map((hash) => rpcCall('eth_getTransactionByHash', hash)))
  const shown: ShownTransaction[] = []
  for (const [i, answer] of answers.entries()) {
    const fields = requireResult(answer)
    if (fields === null) continue
    const transaction = parseTransaction(fields, hashes[i])
    const isProven = await checkProof(prove, { ...transaction, fields }, network.chainId)
    if (isProven !== 'forged') shown.push({ ...transaction, isProven })
  }
  return shown
}

interface TransactionSource {
  readonly endpoint: Pick<CheckedEndpoint, 'ask'>
  readonly network: Pick<Network, 'chainId'>
  /** If absent, nothing is proven. */
  readonly prove: ProveTransaction | undefined
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
