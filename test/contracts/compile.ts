import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from '#domain/units'

const folder = 'contracts/test'
const cache = 'node_modules/.cache/swapline'
const protocols = 'src/protocols'

/** Contracts shared with the sandbox. */
const shared = ['CctpDouble', 'IVault', 'VaultFiller'].map((name) => `contracts/sandbox/${name}.sol`)

/**
 * The creation code of a contract in `contracts/test`, of a shared one, or of a family's own, which lies in a file of
 * its name in the family's `test`.
 */
export function getTestContractCode(name: string): string {
  const own = readdirSync(protocols).map((family) => `${protocols}/${family}/test/${name}.sol`)
  const code = readCodes(own.filter((path) => existsSync(path)))[name]
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

function readCodes(own: readonly string[]): Readonly<Record<string, string>> {
  const paths = [...readdirSync(folder).map((file) => `${folder}/${file}`), ...shared, ...own]
  const sources = Object.fromEntries(paths.map((path) => [path, { content: readFileSync(path, 'utf8') }]))
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

type Compiled = Readonly<Record<string, CompiledContract>>

/** All contracts of a standard JSON input by `path:name`; cached by the input's text. */
export function compileAll(input: string): Compiled {
  const kept = `${cache}/${createHash('sha256').update(input).digest('hex')}.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))

  const compiled = compile(input)
  mkdirSync(cache, { recursive: true })
  writeFileSync(kept, JSON.stringify(compiled))
  return compiled
}

interface Code {
  object: string
  immutableReferences?: Record<string, { start: number; length: number }[]>
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: object[]; evm: { bytecode: Code; deployedBytecode: Code } }>>
}

function compile(input: string): Compiled {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const output = JSON.parse(solc.compile(input)) as Output
  const broken = output.errors?.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  const named = Object.entries(output.contracts).flatMap(([path, file]) =>
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
