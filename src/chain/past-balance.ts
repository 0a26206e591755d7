import { type Address, nativeToken } from '#domain/units'
import { addressWord, callData } from '#domain/words'
import { bigOf, hexOf } from './answer.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, quantity } from './json-rpc.ts'

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
  const [answer] = await endpoint.ask([question])
  if (answer === undefined || 'error' in answer) return undefined
  if (token === nativeToken) return bigOf(answer.result)
  const bytes = hexOf(answer.result)
  return bytes.length === 66 ? BigInt(bytes) : undefined
}
