import { existsSync, readdirSync } from 'node:fs'
import { compileStandardJson } from '../../../scripts/contracts/solc.mjs'
import { importedSources } from '../../../scripts/contracts/standard-json.mjs'

const optimizer = { enabled: true, runs: 200 }

/**
 * Creation code of the contracts of one source, by name. Not optimized, as the gas of payments was measured; `port` is,
 * as contracts on public chains are.
 */
export function compileFile(path: string, more: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const settings = { evmVersion: 'cancun', outputSelection: { [path]: { '*': ['evm.bytecode.object'] } }, ...more }
  const input = { language: 'Solidity', sources: importedSources(path), settings }
  const { contracts, errors } = compileStandardJson(JSON.stringify(input))
  return (name) => {
    const code = contracts?.[path]?.[name]?.evm.bytecode.object
    if (code === undefined) throw new Error(JSON.stringify(errors))
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
