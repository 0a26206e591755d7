import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const settings = { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
const optimizer = { enabled: true, runs: 200 }

/** Imports are read from their paths. */
const readImport = (path: string) => ({ contents: readFileSync(path, 'utf8') })

/**
 * Creation code of the contracts of one source, by name. Not optimized, as the gas of payments was measured; `port` is,
 * as contracts on public chains are.
 */
export function compileFile(path: string, more: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const sources = { [path]: { content: readFileSync(path, 'utf8') } }
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, ...more } })
  const output = JSON.parse(createRequire(import.meta.url)('solc').compile(input, { import: readImport }))
  return (name) => {
    const code = output.contracts?.[path]?.[name]?.evm.bytecode.object
    if (code === undefined) throw new Error(JSON.stringify(output.errors))
    return `0x${code}`
  }
}

/** Creation code of one of our ports, which lies in its family's folder or, if several use it, in contracts/sandbox. */
export function port(name: string): string {
  const folders = ['contracts/sandbox', ...readdirSync('src/protocols').map((kind) => `src/protocols/${kind}/sandbox`)]
  const path = folders.map((folder) => `${folder}/${name}.sol`).find((file) => existsSync(file))
  if (path === undefined) throw new Error(`there is no port ${name}`)
  return compileFile(path, { optimizer })(name)
}
