import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Hex } from '#domain/units'
import { compileStandardJson } from '../../scripts/contracts/solc.mjs'
import { importedSources } from '../../scripts/contracts/standard-json.mjs'

const folder = 'contracts/test'
const protocols = 'src/protocols'

/** Contracts shared with the sandbox. */
const shared = ['CctpDouble', 'IVault', 'VaultFiller'].map((name) => `contracts/sandbox/${name}.sol`)

/**
 * The creation code of a contract in `contracts/test`, of a shared one, or of a family's own, which lies in a file of
 * its name in the family's `test`.
 */
export function getTestContractCode(name: string): string {
  const own = readdirSync(protocols)
    .map((family) => `${protocols}/${family}/test/${name}.sol`)
    .find((path) => existsSync(path))
  const code = readCodes(own === undefined ? listSharedSources() : importedSources(own))[name]
  if (code === undefined) throw new Error(`there is no contract ${name} in ${folder} or in a family's test`)
  return code
}

export interface CompiledContract {
  readonly abi: readonly object[]
  readonly initCode: Hex
  readonly runtimeCode: Hex
  /** Byte ranges of the runtime code that the constructor writes; empty unless the input selects them. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[]
}

/** Compiles one contract, `path:name`, of a standard JSON input, from the input's text alone. */
export function compileInput(input: string, contract: string): CompiledContract {
  const compiled = compileAll(input)[contract]
  if (compiled === undefined) throw new Error(`there is no ${contract}`)
  return compiled
}

type Sources = Readonly<Record<string, { readonly content: string }>>

function listSharedSources(): Sources {
  const paths = [...readdirSync(folder).map((file) => `${folder}/${file}`), ...shared]
  return Object.fromEntries(paths.map((path) => [path, { content: readFileSync(path, 'utf8') }]))
}

function readCodes(sources: Sources): Readonly<Record<string, string>> {
  const input = JSON.stringify({
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'paris',
      viaIR: true,
      optimizer: { enabled: true, runs: 1_000_000 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  })
  const compiled = Object.entries(compileAll(input))
  return Object.fromEntries(compiled.map(([name, { initCode }]) => [name.split(':')[1] ?? name, initCode]))
}

/** All contracts of a standard JSON input by `path:name`. */
export function compileAll(input: string): Readonly<Record<string, CompiledContract>> {
  const { errors, contracts } = compileStandardJson(input)
  const broken = errors?.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  const named = Object.entries(contracts).flatMap(([path, file]) =>
    Object.entries(file).map(([name, contract]) => [`${path}:${name}`, contract] as const),
  )
  return Object.fromEntries(
    named.map(([name, { abi, evm }]) => {
      const [initCode, runtimeCode] = [evm.bytecode, evm.deployedBytecode].map(({ object }) => `0x${object}` as Hex)
      const immutables = Object.values(evm.deployedBytecode.immutableReferences ?? {}).flat()
      return [name, { abi, initCode, runtimeCode, immutables } as CompiledContract]
    }),
  )
}
