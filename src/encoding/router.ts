/** Where our router stands and what its code is, from the build of `contracts/`. */
import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { routerCreate2Address, routerRuntimeCodeHash } from './router.gen.ts'

/** Of the build for chains with transient storage; equal on every chain where the usual CREATE2 deployer stands. */
export const routerAddress: Address = evm(routerCreate2Address)

/** keccak256 of the code at {@link routerAddress}. */
export const routerCodeHash: Hex = hex(routerRuntimeCodeHash)

/** Whether `code`, as a node gives it, is our router to the byte. */
export function isOurRouter(code: Hex): boolean {
  const bytes = Uint8Array.from(code.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return `0x${Array.from(keccak_256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')}` === routerCodeHash
}
