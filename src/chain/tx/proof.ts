import type { ProveTransaction } from '#domain/chain/chain-evidence'
import type { Address, Hex } from '#domain/units'

/** A transaction as a node shows it. */
interface ShownTransaction {
  readonly hash: Hex
  readonly from: Address
  /** As JSON-RPC names them. */
  readonly fields: unknown
}

/**
 * Whether hash and sender follow from the fields.
 * @returns `false` if that cannot be computed, `'forged'` if they do not
 */
export async function checkProof(
  prove: ProveTransaction | undefined,
  { hash, from, fields }: ShownTransaction,
  chainId: number,
): Promise<boolean | 'forged'> {
  try {
    const proof = await prove?.(fields, chainId)
    if (proof === undefined) return false
    return proof.hash === hash && proof.from === from ? true : 'forged'
  } catch (error) {
    if (error instanceof RangeError) return 'forged'
    throw error
  }
}
