import { type Address, nativeToken } from '#domain/units'
import { addressWord, callData } from '#domain/words'
import { bigOf, hexOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, quantity, type RpcCall } from './json-rpc.ts'

/** balanceOf(address): EIP-20. */
const balanceOf = '0x70a08231'

/** A balance in the state of a block; `undefined` if the node no longer has that state, or the token does not answer. */
export async function balanceAt(
  endpoint: CheckedEndpoint,
  { token, owner, block }: { readonly token: Address; readonly owner: Address; readonly block: number },
): Promise<bigint | undefined> {
  const at = quantity(block)
  const question =
    token === nativeToken
      ? call('eth_getBalance', owner, at)
      : call('eth_call', { to: token, data: callData(balanceOf, addressWord(owner)) }, at)
  const answer = await unlessPruned(endpoint, question)
  if (answer === undefined) return undefined
  if (token === nativeToken) return bigOf(answer)
  const bytes = hexOf(answer)
  return bytes.length === 66 ? BigInt(bytes) : undefined
}

/** An account's nonce in the state of a block; `undefined` if the node no longer has that state. */
export async function countAt(endpoint: CheckedEndpoint, sender: Address, block: number): Promise<number | undefined> {
  const answer = await unlessPruned(endpoint, call('eth_getTransactionCount', sender, quantity(block)))
  return answer === undefined ? undefined : numberOf(answer)
}

/** A node says in its own words that it does not have a state: whatever it says instead of an answer is that. */
async function unlessPruned(endpoint: CheckedEndpoint, question: RpcCall): Promise<unknown> {
  try {
    const [answer] = await endpoint.ask([question])
    return resultOf(answer)
  } catch (error) {
    if (error instanceof EndpointFault && error.said) return undefined
    throw error
  }
}
