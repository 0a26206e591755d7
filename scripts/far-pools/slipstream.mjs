import { createRequire } from 'node:module'
import { posix } from 'node:path'

const core = 'domains/aerodrome-slipstream/contracts/core'
const wanted = { CLPool: `${core}/CLPool.sol`, CLFactory: `${core}/CLFactory.sol` }

/**
 * Creation code of Slipstream's pool and factory: their package contains only sources.
 * @param read a file of the package by its path
 */
export function compileSlipstream(read) {
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
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(wanted).map(([name, path]) => [name, `0x${contracts[path][name].evm.bytecode.object}`]),
  )
}

/** The files and all that they import, by their paths in the package. */
function sourcesFrom(paths, read) {
  const sources = {}
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path in sources) continue
    const content = read(path)
    sources[path] = { content }
    for (const [, imported] of content.matchAll(/^import [^;]*?["'](\.[^"']+)["'];/gms))
      waiting.push(posix.join(posix.dirname(path), imported))
  }
  return sources
}
