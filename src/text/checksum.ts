import { type Address, evm } from '#domain/units'
import { keccak256 } from '#hash/keccak256'

/** Hashing is slow in a process's first milliseconds, and a route names each pool and token several times. */
const checksumCache = new Map<string, string>()

/** An EVM address in EIP-55 letters; any other address (base58) unchanged. */
export function checksum(address: Address | string): string {
  const made = checksumCache.get(address) ?? toChecksum(address)
  checksumCache.set(address, made)
  return made
}

function toChecksum(address: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from(digits))
  const letters = Array.from(digits, (digit, i) => {
    const nibble = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)
    return (nibble & 8) === 8 ? digit.toUpperCase() : digit
  })
  return `0x${letters.join('')}`
}

/** `0x19E7…FF2A`, for screens: enough to recognise, never enough to compare. */
export function shortAddress(address: Address): string {
  const full = checksum(address)
  return full.length < 14 ? full : `${full.slice(0, 6)}…${full.slice(-4)}`
}

/** Whether hex of mixed case has the letters that EIP-55 demands. */
export function hasGoodChecksum(text: string): boolean {
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return !mixed || checksum(evm(text)) === `0x${digits}`
}
