import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const settings = { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
const optimizer = { enabled: true, runs: 200 }

/** What a source imports is read from where it lies. */
const imported = (path: string) => ({ contents: readFileSync(path, 'utf8') })

/**
 * Creation code of the contracts of one source, by name. Not optimised, as the gas of payments was measured with; `port`
 * is, as contracts on public chains are.
 */
export function compiledFrom(path: string, more: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const sources = { [path]: { content: readFileSync(path, 'utf8') } }
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, ...more } })
  const output = JSON.parse(createRequire(import.meta.url)('solc').compile(input, { import: imported }))
  return (name) => {
    const code = output.contracts?.[path]?.[name]?.evm.bytecode.object
    if (code === undefined) throw new Error(JSON.stringify(output.errors))
    return `0x${code}`
  }
}

/** Creation code of a contract of our own that plays another's: `contracts/sandbox/<name>.sol`. */
export const port = (name: string): string => compiledFrom(`contracts/sandbox/${name}.sol`, { optimizer })(name)
