import { type Address, evm, type Hex, hex } from '#domain/units'
import { EndpointFault } from './endpoint-fault.ts'
import type { RpcAnswer } from './json-rpc.ts'

/** The result of a call that must not fail. @throws EndpointFault with the node's error message. */
export function requireResult(answer: RpcAnswer | undefined): unknown {
  if (answer === undefined) throw new EndpointFault('returns no answer')
  if ('error' in answer) throw new EndpointFault(`says: ${answer.error.message}`, { isFromNode: true })
  return answer.result
}

/** A `QUANTITY`. @throws EndpointFault unless 0x-hex of at most `bits`. */
export function parseBigint(value: unknown, bits = 256): bigint {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  if (!isHex || BigInt(value) >> BigInt(bits) !== 0n) throw new EndpointFault('returns no number')
  return BigInt(value)
}

/** A price per gas of at most 128 bits, so that no cost computed from it exceeds 256. @throws EndpointFault. */
export const parsePrice = (value: unknown): bigint => parseBigint(value, 128)

/** An account. @throws EndpointFault unless 20 bytes. */
export function parseAddress(value: unknown): Address {
  const bytes = parseBytes(value)
  if (bytes.length !== 42) throw new EndpointFault('returns no address')
  return evm(bytes)
}

/** A `QUANTITY` that fits a number exactly. @throws EndpointFault. */
export function parseNumber(value: unknown): number {
  const n = Number(parseBigint(value))
  if (!Number.isSafeInteger(n)) throw new EndpointFault('returns a number that is too large')
  return n
}

/** Bytes. @throws EndpointFault unless 0x-hex of whole bytes. */
export function parseBytes(value: unknown): Hex {
  try {
    return hex(typeof value === 'string' ? value : '')
  } catch (cause) {
    throw new EndpointFault('returns no bytes', { cause })
  }
}

/** 32 bytes. @throws EndpointFault. */
export function parseHash(value: unknown): Hex {
  const bytes = parseBytes(value)
  if (bytes.length !== 66) throw new EndpointFault('returns no hash')
  return bytes
}
