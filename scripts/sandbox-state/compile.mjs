import { readFileSync } from 'node:fs'
import solc from 'solc'

/** @import { SolcOutput } from '../solc-output.ts' */

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // The sandbox also simulates chains without later opcodes.
  evmVersion: 'london',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

/** A warning on any use of transient storage: ports use it where the original contract does. */
const ofTransientStorage = '2394'

/** @param {string} path */
const read = (path) => readFileSync(`contracts/sandbox/${path}`, 'utf8')

/**
 * Creation code of each of `names`, compiled from contracts/sandbox. Ports of contracts that no old chain has may need a later EVM.
 * @template {string} Name
 * @param {readonly Name[]} names
 * @returns {Record<Name, string>}
 */
export function compile(names, evmVersion = settings.evmVersion) {
  const sources = Object.fromEntries(names.map((name) => [`${name}.sol`, { content: read(`${name}.sol`) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, evmVersion } })
  /** @param {string} path */
  const imported = (path) => ({ contents: read(path) })
  /** @type {SolcOutput} */
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: imported }))
  const faults = errors.filter(({ errorCode }) => errorCode !== ofTransientStorage)
  if (faults.length > 0) throw new Error(faults.map((error) => error.formattedMessage).join('\n'))
  const codes = names.map((name) => {
    const made = contracts[`${name}.sol`]?.[name]
    if (made === undefined) throw new Error(`solc made no ${name}`)
    return [name, `0x${made.evm.bytecode.object}`]
  })
  return /** @type {Record<Name, string>} */ (Object.fromEntries(codes))
}
