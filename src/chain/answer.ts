import { type Address, evm, type Hex, hex } from '#domain/units'
import { EndpointFault } from './endpoint-fault.ts'
import type { RpcAnswer } from './json-rpc.ts'

/** What came of a call that has no business failing. @throws EndpointFault with the node's words. */
export function resultOf(answer: RpcAnswer | undefined): unknown {
  if (answer === undefined) throw new EndpointFault('gives no answer')
  if ('error' in answer) throw new EndpointFault(`says: ${answer.error.message}`, { said: true })
  return answer.result
}

/** A `QUANTITY`. @throws EndpointFault unless 0x-hex of no more than `bits`. */
export function bigOf(value: unknown, bits = 256): bigint {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  if (!isHex || BigInt(value) >> BigInt(bits) !== 0n) throw new EndpointFault('gives no number')
  return BigInt(value)
}

/** A price per gas, of no more than 128 bits, so that no cost worked out from it leaves 256. @throws EndpointFault. */
export const priceOf = (value: unknown): bigint => bigOf(value, 128)

/** An account. @throws EndpointFault unless 20 bytes. */
export function addressOf(value: unknown): Address {
  const bytes = hexOf(value)
  if (bytes.length !== 42) throw new EndpointFault('gives no address')
  return evm(bytes)
}

/** A `QUANTITY` that fits a number exactly. @throws EndpointFault. */
export function numberOf(value: unknown): number {
  const n = Number(bigOf(value))
  if (!Number.isSafeInteger(n)) throw new EndpointFault('gives a number that is too large')
  return n
}

/** Bytes. @throws EndpointFault unless 0x-hex of whole bytes. */
export function hexOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) throw new EndpointFault('gives no bytes')
  return hex(value)
}

/** 32 bytes. @throws EndpointFault. */
export function hashOf(value: unknown): Hex {
  const bytes = hexOf(value)
  if (bytes.length !== 66) throw new EndpointFault('gives no hash')
  return bytes
}
