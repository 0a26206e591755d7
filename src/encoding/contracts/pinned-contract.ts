import type { Address, Hex } from '#domain/units'
import { keccak } from '#encoding/keccak'

/** One of our contracts: its CREATE2 address and the code expected there. */
export interface PinnedContract {
  readonly address: Address
  /** keccak256 of the code at {@link PinnedContract.address}. */
  readonly codeHash: Hex
}

/** True if `code`, as returned by a node, is the pinned code to the byte. */
export const isPinnedCode = ({ codeHash }: Pick<PinnedContract, 'codeHash'>, code: Hex): boolean =>
  keccak(code) === codeHash
