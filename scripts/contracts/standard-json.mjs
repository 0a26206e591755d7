/**
 * The standard JSON inputs of our contracts: exactly the sources of each, under their paths in the repository. An
 * explorer compiles the same code from the same file.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * @typedef {object} Settings of the compiler
 * @property {string} [evmVersion]
 * @property {{ enabled: boolean, runs: number }} optimizer
 * @property {boolean} viaIR
 * @property {{ bytecodeHash: string, appendCBOR: boolean }} metadata
 * @typedef {object} StandardInput
 * @property {string} path
 * @property {string} contract
 * @property {string} file
 * @property {string} license
 * @property {Settings} settings
 * @property {string} text
 */

const protocols = 'src/protocols'
/** Storage of a running swap's words: the file in which the router's two builds differ. */
const [words, storedWords] = ['contracts/src/lib/Words.sol', 'contracts/src/storage/Words.sol']
/** An EVM that every chain can run. */
const paris = { evmVersion: 'paris' }
const routerFile = 'contracts/src/SwapRouter.sol'
const crossingFile = 'contracts/src/crossing/Crossing.sol'
const cctpBridgeFile = 'contracts/src/crossing/cctp/CctpBridge.sol'
const stargateBridgeFile = 'contracts/src/crossing/stargate/StargateBridge.sol'
const cctpDoubleFile = 'contracts/sandbox/CctpDouble.sol'

/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8')

/** Each input of the router by its build, and what explorers call it. */
export function routerInputs() {
  /** @param {string} path */
  const stored = (path) => read(path === words ? storedWords : path)
  return {
    cancun: standardInput(routerFile, { title: 'SwapRouter.cancun' }),
    storage: standardInput(routerFile, { title: 'SwapRouter.storage', changed: paris, readSource: stored }),
  }
}

/** The inputs of the crossing contract and its bridges, for an EVM that every chain can run: one build serves all. */
export function crossingInputs() {
  return {
    crossing: standardInput(crossingFile, { changed: paris }),
    cctpBridge: standardInput(cctpBridgeFile, { changed: paris }),
    stargateBridge: standardInput(stargateBridgeFile, { changed: paris }),
  }
}

/** The two contracts of the sandbox that stand in for CCTP's, in one file. */
export function cctpDoubleInputs() {
  const input = standardInput(cctpDoubleFile, { changed: paris })
  return {
    messenger: { ...input, contract: 'CctpMessengerDouble' },
    transmitter: { ...input, contract: 'CctpTransmitterDouble' },
  }
}

/**
 * The input of every adapter by its name in kebab case, in the order of their names; for an EVM that every chain can
 * run, because adapters need no storage. Each is compiled alone: a new adapter must not change the address of an old one.
 */
export function adapterInputs() {
  /** @type {[name: string, path: string][]} */
  const named = adapterPaths().map((path) => [posix.basename(path, '.sol'), path])
  return Object.fromEntries(named.sort().map(([name, path]) => [kebab(name), standardInput(path, { changed: paris })]))
}

/** The contracts that lie directly in the folders of protocols. */
export function adapterPaths() {
  return readdirSync(protocols, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(`${protocols}/${name}`).map((file) => `${protocols}/${name}/${file}`))
    .filter((path) => path.endsWith('.sol'))
}

/**
 * Of one contract with what it imports: the compiler may emit other code if other contracts are compiled with it.
 * @param {string} path of the file that holds the contract; the contract has the file's name
 * @param {object} [choices]
 * @param {string} [choices.title] of the input's own file, without its ending
 * @param {Partial<Settings>} [choices.changed] settings other than those of contracts/solc.json
 * @param {(path: string) => string} [choices.readSource]
 * @returns {StandardInput}
 */
export function standardInput(path, { title = posix.basename(path, '.sol'), changed = {}, readSource = read } = {}) {
  /** @type {{ language: string, settings: Settings }} */
  const { language, settings } = JSON.parse(read('contracts/solc.json'))
  const sources = importedSources(path, readSource)
  const [, license] = /^\/\/ SPDX-License-Identifier: (\S+)$/m.exec(sources[path]?.content ?? '') ?? []
  if (license === undefined) throw new Error(`${path} names no licence`)
  const input = { language, sources, settings: { ...settings, ...changed } }
  return {
    path,
    contract: posix.basename(path, '.sol'),
    file: `${title}.json`,
    license,
    settings: input.settings,
    text: `${JSON.stringify(input, null, 2)}\n`,
  }
}

/**
 * The file and all that it imports, ordered by path.
 * @param {string} entry
 * @param {(path: string) => string} [readSource]
 * @returns {Record<string, { content: string }>}
 */
export function importedSources(entry, readSource = read) {
  /** @type {Record<string, { content: string }>} */
  const sources = {}
  const pending = [entry]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (path in sources) continue
    const content = readSource(path)
    sources[path] = { content }
    for (const [, imported = ''] of content.matchAll(/^import\b[^;]*?"([^"]+)";/gms))
      pending.push(imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported)
  }
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {string} name */
function kebab(name) {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()
}
