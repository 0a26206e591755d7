import type { Block } from '#domain/pools/snapshot'
import type { Address, Hex } from '#domain/units'

/** `foreign`: the code at the address is not ours. */
export type CodeState = 'deployed' | 'missing' | 'foreign'

/** What is deployed at the address of one of our contracts. */
export interface DeployedCode {
  /** `router`, or an adapter's name. */
  readonly name: string
  readonly address: Address
  /** keccak256 of the expected runtime code. */
  readonly codeHash: Hex
  readonly state: CodeState
  /** keccak256 of the code found; `undefined` if there is none. */
  readonly foundHash: Hex | undefined
}

/** What an explorer needs to verify one of our contracts; constructors take no arguments. */
export interface ContractSource {
  /** Path and name: `contracts/src/SwapRouter.sol:SwapRouter`. */
  readonly contract: string
  readonly evmVersion: string
  /** File name of its standard JSON input, which holds the sources and settings. */
  readonly file: string
}

/** The compiler, and the settings shared by all our contracts. */
export interface CompilerSettings {
  /** With its commit, without a leading `v`. */
  readonly version: string
  /** 0 if the optimizer is off. */
  readonly optimizerRuns: number
  readonly viaIR: boolean
  readonly bytecodeHash: string
  readonly appendCBOR: boolean
  /** SPDX identifier. */
  readonly license: string
}

/** How our contracts on a network compare with the pinned code, and how others can verify them. */
export interface ContractVerification {
  /** The chain's head when the code was read. */
  readonly head: Block
  readonly compiler: CompilerSettings
  /** The router first. */
  readonly contracts: readonly (DeployedCode & { readonly source: ContractSource })[]
}
