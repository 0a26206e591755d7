import { addressAt, uintAt } from '#domain/calls/words'
import { type Address, type Amount, amount, type Hex, hex } from '#domain/units'
import { approveSelector } from '#encoding/tokens/erc20'

/** The arguments of a call of `approve(address,uint256)`; `undefined` for any other bytes. */
export function decodeApproval(data: Hex): { readonly spender: Address; readonly value: Amount } | undefined {
  if (!data.startsWith(approveSelector) || data.length !== 2 + 8 + 2 * 64) return undefined
  const words = hex(`0x${data.slice(10)}`)
  try {
    return { spender: addressAt(words, 0), value: amount(uintAt(words, 1)) }
  } catch {
    return undefined // the first word is no address
  }
}
