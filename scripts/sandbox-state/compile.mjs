import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // The sandbox also simulates chains without later opcodes.
  evmVersion: 'london',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

/** A warning on any use of transient storage: ports use it where the original contract does. */
const ofTransientStorage = '2394'

const read = (path) => readFileSync(path, 'utf8')
const shared = 'contracts/sandbox'

/**
 * Creation code of each of `names`, compiled from `folder` or, if it has no such contract, from contracts/sandbox. Ports
 * of contracts that no old chain has may need a later EVM.
 */
export function compile(names, { folder = shared, evmVersion = settings.evmVersion } = {}) {
  const paths = names.map((name) => pathOf(name, folder))
  const sources = Object.fromEntries(paths.map((path) => [path, { content: read(path) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, evmVersion } })
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: (path) => ({ contents: read(path) }) }))
  const faults = errors.filter(({ errorCode }) => errorCode !== ofTransientStorage)
  if (faults.length > 0) throw new Error(faults.map((error) => error.formattedMessage).join('\n'))
  return Object.fromEntries(names.map((name, i) => [name, `0x${contracts[paths[i]][name].evm.bytecode.object}`]))
}

function pathOf(name, folder) {
  const own = `${folder}/${name}.sol`
  return existsSync(own) ? own : `${shared}/${name}.sol`
}
