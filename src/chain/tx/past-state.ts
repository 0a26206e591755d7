import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseBigint, parseBytes, parseNumber, requireResult } from '#chain/rpc/values'
import { addressWord, callData } from '#domain/calls/words'
import { type Address, nativeToken } from '#domain/units'

/** balanceOf(address): EIP-20. */
const balanceOfSelector = '0x70a08231'

/**
 * A balance in the state of a block; `undefined` if the node no longer has that state, or the token does not answer.
 */
export async function fetchBalanceAt(
  endpoint: CheckedEndpoint,
  { token, owner, block }: { readonly token: Address; readonly owner: Address; readonly block: number },
): Promise<bigint | undefined> {
  const at = toQuantity(block)
  const question =
    token === nativeToken
      ? rpcCall('eth_getBalance', owner, at)
      : rpcCall('eth_call', { to: token, data: callData(balanceOfSelector, addressWord(owner)) }, at)
  const answer = await askUnlessPruned(endpoint, question)
  if (answer === undefined) return undefined
  if (token === nativeToken) return parseBigint(answer)
  const bytes = parseBytes(answer)
  return bytes.length === 66 ? BigInt(bytes) : undefined
}

/** An account's nonce in the state of a block; `undefined` if the node no longer has that state. */
export async function fetchNonceAt(
  endpoint: CheckedEndpoint,
  sender: Address,
  block: number,
): Promise<number | undefined> {
  const answer = await askUnlessPruned(endpoint, rpcCall('eth_getTransactionCount', sender, toQuantity(block)))
  return answer === undefined ? undefined : parseNumber(answer)
}

/** A node reports a missing state in its own words, so any error counts as that. */
async function askUnlessPruned(endpoint: CheckedEndpoint, question: RpcCall): Promise<unknown> {
  try {
    const [answer] = await endpoint.ask([question])
    return requireResult(answer)
  } catch (error) {
    if (error instanceof EndpointFault && error.isFromNode) return undefined
    throw error
  }
}
