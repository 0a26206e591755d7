/** The bytes of a transaction that are signed: EIP-1559's type 2, or EIP-155 for a legacy one. Source: both EIPs. */
import type { Payload } from '#domain/payload'
import { type Hex, hex } from '#domain/units'

type Item = string | readonly Item[]

/** @param nonce 0 or more @returns the RLP of the unsigned fields, after `0x02` for type 2 */
export function encodeUnsigned({ chainId, to, data, value, gasLimit, fees }: Payload, nonce: number): Hex {
  const call = [toBytes(gasLimit), to.slice(2), toBytes(value), data.slice(2)]
  const [chain, count] = [toBytes(BigInt(chainId)), toBytes(BigInt(nonce))]
  if (fees.type === 0) return hex(`0x${encodeItem([count, toBytes(fees.gasPrice), ...call, chain, '', ''])}`)
  const prices = [toBytes(fees.maxPriorityFeePerGas), toBytes(fees.maxFeePerGas)]
  return hex(`0x02${encodeItem([chain, count, ...prices, ...call, []])}`)
}

/** Without leading zeros; nothing for 0. */
function toBytes(n: bigint): string {
  const digits = n === 0n ? '' : n.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

function encodeItem(item: Item): string {
  if (typeof item !== 'string') {
    const body = item.map(encodeItem).join('')
    return `${encodeLength(body.length / 2, 0xc0)}${body}`
  }
  if (item.length === 2 && Number.parseInt(item, 16) < 0x80) return item
  return `${encodeLength(item.length / 2, 0x80)}${item}`
}

function encodeLength(bytes: number, base: number): string {
  if (bytes <= 55) return (base + bytes).toString(16)
  const length = toBytes(BigInt(bytes))
  return `${(base + 55 + length.length / 2).toString(16)}${length}`
}
