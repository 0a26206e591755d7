import type { Address, Hex } from '#domain/units'
import { keccak } from './keccak.ts'

/** A contract of ours: where CREATE2 puts it, and what has to stand there. */
export interface Pinned {
  readonly address: Address
  /** keccak256 of the code at {@link Pinned.address}. */
  readonly codeHash: Hex
}

/** Whether `code`, as a node gives it, is the pinned code to the byte. */
export const isCodeOf = ({ codeHash }: Pick<Pinned, 'codeHash'>, code: Hex): boolean => keccak(code) === codeHash
