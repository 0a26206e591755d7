/**
 * The ERC-20 calls in use. Source: EIP-20; selectors are the first four bytes of keccak-256 of the signatures in the
 * comments.
 */
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, type Amount, amount, type Hex, hex } from '#domain/units'

const selectors = {
  decimals: '0x313ce567', // decimals()
  symbol: '0x95d89b41', // symbol()
  name: '0x06fdde03', // name()
  balanceOf: '0x70a08231', // balanceOf(address)
  allowance: '0xdd62ed3e', // allowance(address,address)
  approve: '0x095ea7b3', // approve(address,uint256)
} as const

/** As the contract reports, 0 … 255. */
export const readDecimals = (token: Address): Read<number> => ({
  to: token,
  data: callData(selectors.decimals),
  decode: (answer) => {
    const n = uintAt(answer, 0)
    if (n > 255n) throw new RangeError('decimals above 255')
    return Number(n)
  },
})

/** The contract's own text: foreign, to be sanitized before a screen shows it. */
export const readSymbol = (token: Address): Read<string> => readText(token, selectors.symbol)
export const readName = (token: Address): Read<string> => readText(token, selectors.name)

export const readBalance = (token: Address, owner: Address): Read<Amount> => ({
  to: token,
  data: callData(selectors.balanceOf, addressWord(owner)),
  decode: (answer) => amount(uintAt(answer, 0)),
})

export const readAllowance = (token: Address, owner: Address, spender: Address): Read<Amount> => ({
  to: token,
  data: callData(selectors.allowance, addressWord(owner), addressWord(spender)),
  decode: (answer) => amount(uintAt(answer, 0)),
})

/** Of `approve(address,uint256)`. */
export const approveSelector = selectors.approve

/** Calldata that sets `spender`'s allowance to exactly `value`. */
export const encodeApprove = (spender: Address, value: Amount): Hex =>
  callData(selectors.approve, addressWord(spender), word(value))

/** The approval in calldata; `undefined` for anything that {@link encodeApprove} would not write. */
export function decodeApprove(data: Hex): { readonly spender: Address; readonly value: Amount } | undefined {
  if (!data.startsWith(selectors.approve) || data.length !== 10 + 2 * 64) return undefined
  const words = hex(`0x${data.slice(10)}`)
  const [high, value] = [uintAt(words, 0) >> 160n, amount(uintAt(words, 1))]
  return high === 0n ? { spender: addressAt(words, 0), value } : undefined
}

/** `string` as most tokens return it, or `bytes32` as a few old ones (MKR) do. Reads at most 256 bytes. */
export const readText = (token: Address, selector: string): Read<string> => ({
  to: token,
  data: callData(selector),
  decode: (answer) => {
    const bytes = answer.slice(2)
    if (bytes.length === 64) return decodeUtf8(bytes).replace(/\0+$/, '')
    if (bytes.length < 128 || BigInt(`0x${bytes.slice(0, 64)}`) !== 32n) throw new RangeError('no string')
    const length = BigInt(`0x${bytes.slice(64, 128)}`)
    if (length > 256n || bytes.length < 128 + Number(length) * 2) throw new RangeError('no short string')
    return decodeUtf8(bytes.slice(128, 128 + Number(length) * 2))
  },
})

function decodeUtf8(bytes: string): string {
  const octets = Uint8Array.from(bytes.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(octets)
}
