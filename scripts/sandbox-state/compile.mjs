import { existsSync, readFileSync } from 'node:fs'
import solc from 'solc'
import { itemAt } from '../item-at.mjs'

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
const read = (path) => readFileSync(path, 'utf8')
const shared = 'contracts/sandbox'

/**
 * Creation code of each of `names`, compiled from `folder` or, if it has no such contract, from contracts/sandbox. Ports
 * of contracts that no old chain has may need a later EVM.
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {{ folder?: string, evmVersion?: string | undefined }} [settings]
 * @returns {Record<Name, string>}
 */
export function compile(names, { folder = shared, evmVersion = settings.evmVersion } = {}) {
  const paths = names.map((name) => pathOf(name, folder))
  const sources = Object.fromEntries(paths.map((path) => [path, { content: read(path) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...settings, evmVersion } })
  /** @param {string} path */
  const imported = (path) => ({ contents: read(path) })
  /** @type {SolcOutput} */
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: imported }))
  const faults = errors.filter(({ errorCode }) => errorCode !== ofTransientStorage)
  if (faults.length > 0) throw new Error(faults.map((error) => error.formattedMessage).join('\n'))
  const codes = names.map((name, i) => {
    const made = contracts[itemAt(paths, i)]?.[name]
    if (made === undefined) throw new Error(`solc made no ${name}`)
    return [name, `0x${made.evm.bytecode.object}`]
  })
  return /** @type {Record<Name, string>} */ (Object.fromEntries(codes))
}

/**
 * @param {string} name
 * @param {string} folder
 */
function pathOf(name, folder) {
  const own = `${folder}/${name}.sol`
  return existsSync(own) ? own : `${shared}/${name}.sol`
}
