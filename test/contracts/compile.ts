import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const folder = 'contracts/test'
const cache = 'node_modules/.cache/swapline'

/** The creation code of a contract in `contracts/test`. */
export function testContract(name: string): string {
  const code = codes()[name]
  if (code === undefined) throw new Error(`there is no contract ${name} in ${folder}`)
  return code
}

/** Compiled once for each state of the sources. */
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
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  })
  const kept = `${cache}/${createHash('sha256').update(input).digest('hex')}.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))

  const compiled = compile(input)
  mkdirSync(cache, { recursive: true })
  writeFileSync(kept, JSON.stringify(compiled))
  return compiled
}

function compile(input: string): Record<string, string> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const output = JSON.parse(solc.compile(input)) as {
    errors?: { severity: string; formattedMessage: string }[]
    contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
  }
  const broken = output.errors?.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  return Object.fromEntries(
    Object.values(output.contracts).flatMap((file) =>
      Object.entries(file).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
    ),
  )
}
