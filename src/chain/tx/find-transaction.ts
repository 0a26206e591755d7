import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint, Endpoints } from '#chain/rpc/endpoints'
import { rpcCall } from '#chain/rpc/json-rpc'
import { requireResult } from '#chain/rpc/values'
import type { ProveTransaction } from '#domain/chain/chain-evidence'
import type { ChainTransaction, FoundTransaction, Receipt } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Hex } from '#domain/units'
import { checkProof } from './proof.ts'
import { fetchReceipt } from './receipts.ts'
import { parseTransaction } from './transactions.ts'

interface ProofContext {
  readonly endpoints: Pick<Endpoints, 'find' | 'useAll'>
  readonly network: Network
  /** If absent, nothing is proven. */
  readonly prove: ProveTransaction | undefined
}

/**
 * As `Chain.findTransaction`. What an endpoint shows counts if hash and sender follow from it; a type for which they cannot
 * be computed counts if all endpoints that know the transaction show the same.
 */
export async function findTransaction(
  { endpoints, network, prove }: ProofContext,
  hash: Hex,
): Promise<FoundTransaction | undefined> {
  const forgers: string[] = []
  const disputed = (reason: string) => fail('TRANSACTION_DISPUTED', { hash, network: network.name, reason })
  const found = await endpoints.find(async (endpoint) => {
    const shown = await fetchShown(endpoint, hash, network)
    if (shown === undefined) return undefined
    const { transaction, fields } = shown
    const isProven = await checkProof(prove, { ...transaction, fields }, network.chainId)
    if (isProven !== 'forged') return { ...shown, isProven }
    forgers.push(endpoint.name)
    return undefined
  })
  if (found === undefined && forgers.length > 0)
    throw disputed(`${forgers.join(', ')} shows a transaction that does not have this hash`)
  if (found === undefined) return undefined
  const { transaction, receipt, isProven } = found
  if (prove !== undefined && !isProven && !(await isAgreed(endpoints, transaction)))
    throw disputed('endpoints show different transactions of this hash')
  return { transaction, receipt, isProven }
}

interface ShownTransaction {
  readonly transaction: ChainTransaction
  readonly receipt: Receipt | undefined
  /** As the endpoint names them. */
  readonly fields: unknown
}

/**
 * The transaction and its receipt by the same node.
 * @throws EndpointFault if it has a block for the transaction but no receipt, as nodes behind one address may.
 */
async function fetchShown(
  endpoint: CheckedEndpoint,
  hash: Hex,
  network: Network,
): Promise<ShownTransaction | undefined> {
  const fields = await fetchFields(endpoint, hash)
  if (fields === null) return undefined
  const transaction = parseTransaction(fields, hash)
  const receipt = await fetchReceipt(endpoint, hash, network)
  if (receipt === undefined && transaction.block !== undefined)
    throw new EndpointFault('has a mined transaction without its receipt', { isTransient: true })
  return { transaction, receipt, fields }
}

async function fetchFields(endpoint: CheckedEndpoint, hash: Hex): Promise<unknown> {
  const [answer] = await endpoint.ask([rpcCall('eth_getTransactionByHash', hash)])
  return requireResult(answer)
}

/** By all endpoints that know it; their blocks may differ for a while. */
async function isAgreed({ useAll }: Pick<Endpoints, 'useAll'>, one: ChainTransaction): Promise<boolean> {
  const all = await useAll(async (endpoint) => {
    const fields = await fetchFields(endpoint, one.hash)
    return fields === null ? undefined : parseTransaction(fields, one.hash)
  })
  return all.every((other) => other === undefined || isSame(one, other))
}

const isSame = (a: ChainTransaction, b: ChainTransaction): boolean =>
  (['from', 'to', 'data', 'value', 'nonce', 'gasLimit'] as const).every((name) => a[name] === b[name])
