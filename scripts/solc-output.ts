/** What is read of the output of solc, whose own types leave it open. */
export interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  /** By path, then by name. */
  readonly contracts: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>
}

export interface SolcContract {
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}
