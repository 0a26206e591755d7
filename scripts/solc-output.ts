import type { JsonFragment } from 'ethers'

/** What is read of the output of solc, whose own types leave it open. */
export interface SolcOutput {
  readonly errors?: readonly SolcError[]
  /** By path, then by name. */
  readonly contracts: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>
}

export interface SolcError {
  readonly severity: string
  readonly errorCode: string
  readonly formattedMessage: string
}

export interface SolcContract {
  readonly abi: readonly JsonFragment[]
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: {
      readonly object: string
      /** Byte ranges that the constructor writes, by the node of each immutable; only if asked for. */
      readonly immutableReferences?: Readonly<Record<string, readonly { start: number; length: number }[]>>
    }
  }
}
