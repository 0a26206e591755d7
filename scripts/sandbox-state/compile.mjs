import { readFileSync } from 'node:fs'
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

const read = (path) => readFileSync(`contracts/sandbox/${path}`, 'utf8')

/** Creation code of each of `names`, compiled from contracts/sandbox. Ports of contracts that no old chain has may need a later EVM. */
export function compile(names, evmVersion = settings.evmVersion) {
  const sources = Object.fromEntries(names.map((name) => [`${name}.sol`, { content: read(`${name}.sol`) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, evmVersion } })
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: (path) => ({ contents: read(path) }) }))
  const faults = errors.filter(({ errorCode }) => errorCode !== ofTransientStorage)
  if (faults.length > 0) throw new Error(faults.map((error) => error.formattedMessage).join('\n'))
  return Object.fromEntries(names.map((name) => [name, `0x${contracts[`${name}.sol`][name].evm.bytecode.object}`]))
}
