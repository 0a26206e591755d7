import type { Block } from '#domain/snapshot'
import type { Address, Hex } from '#domain/units'

/** `foreign`: there is code at the address, and it is not ours. */
export type CodeState = 'deployed' | 'missing' | 'foreign'

/** What a chain has where one of our contracts belongs. */
export interface DeployedCode {
  /** `router`, or an adapter's name. */
  readonly name: string
  readonly address: Address
  /** keccak256 of the runtime code that belongs there. */
  readonly codeHash: Hex
  readonly state: CodeState
  /** keccak256 of the code that is there; `undefined` if there is none. */
  readonly foundHash: Hex | undefined
}

/** What an explorer asks for to verify one of our contracts; constructors take no arguments. */
export interface ContractSource {
  /** Path and name: `contracts/src/SwapRouter.sol:SwapRouter`. */
  readonly contract: string
  readonly evmVersion: string
  /** Name of its standard JSON input, which holds the sources and settings. */
  readonly file: string
}

/** The compiler, and the settings that all our contracts have in common. */
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

/** How our contracts on a network compare with what is pinned, and how anybody else verifies them. */
export interface ContractVerification {
  /** The chain's head when the code was read. */
  readonly head: Block
  readonly compiler: CompilerSettings
  /** The router first. */
  readonly contracts: readonly (DeployedCode & { readonly source: ContractSource })[]
}
