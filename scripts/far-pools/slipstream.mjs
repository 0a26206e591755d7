import { createRequire } from 'node:module'
import { posix } from 'node:path'

/**
 * @import { SolcOutput } from '../solc-output.ts'
 * @typedef {(path: string) => string} ReadFile a file of the package by its path
 */

const core = 'domains/aerodrome-slipstream/contracts/core'
const wanted = { CLPool: `${core}/CLPool.sol`, CLFactory: `${core}/CLFactory.sol` }

/**
 * Creation code of Slipstream's pool and factory: their package contains only sources.
 * @param {ReadFile} read
 */
export function compileSlipstream(read) {
  /** @type {{ compile(input: string): string }} */
  const solc = createRequire(import.meta.url)('solc-0.7.6')
  const input = {
    language: 'Solidity',
    sources: sourcesFrom(Object.values(wanted), read),
    settings: {
      optimizer: { enabled: true, runs: 10 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  /** @type {SolcOutput} */
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(wanted).map(([name, path]) => {
      const made = contracts[path]?.[name]
      if (made === undefined) throw new Error(`solc made no ${name}`)
      return [name, `0x${made.evm.bytecode.object}`]
    }),
  )
}

/**
 * The files and all that they import, by their paths in the package.
 * @param {readonly string[]} paths
 * @param {ReadFile} read
 */
function sourcesFrom(paths, read) {
  /** @type {Record<string, { content: string }>} */
  const sources = {}
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path in sources) continue
    const content = read(path)
    sources[path] = { content }
    for (const [, imported = ''] of content.matchAll(/^import [^;]*?["'](\.[^"']+)["'];/gms))
      waiting.push(posix.join(posix.dirname(path), imported))
  }
  return sources
}
