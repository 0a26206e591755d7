import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Hex, hex } from '#domain/units'

const folder = 'contracts/test'
const cache = 'node_modules/.cache/swapline'

/** The creation code of a contract in `contracts/test`. */
export function testContract(name: string): string {
  const code = codes()[name]
  if (code === undefined) throw new Error(`there is no contract ${name} in ${folder}`)
  return code
}

export interface CompiledContract {
  readonly abi: readonly object[]
  readonly initCode: Hex
  readonly runtimeCode: Hex
  /** Where its constructor writes values into the runtime code, bytes; none unless the input asks for them. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[]
}

/** What solc makes of one contract of a standard JSON input, `path:name`, from the input's text alone. */
export function compileInput(input: string, contract: string): CompiledContract {
  const compiled = compileAll(input)[contract]
  if (compiled === undefined) throw new Error(`there is no ${contract}`)
  return compiled
}

function codes(): Readonly<Record<string, string>> {
  const sources = Object.fromEntries(
    readdirSync(folder).map((file) => [`${folder}/${file}`, { content: readFileSync(`${folder}/${file}`, 'utf8') }]),
  )
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

/** Every contract of a standard JSON input as `path:name`, compiled once: the same text gives the same code. */
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
      const [initCode, runtimeCode] = [evm.bytecode, evm.deployedBytecode].map(({ object }) => hex(`0x${object}`))
      const immutables = Object.values(evm.deployedBytecode.immutableReferences ?? {}).flat()
      return [name, { abi, initCode, runtimeCode, immutables } as CompiledContract]
    }),
  )
}
