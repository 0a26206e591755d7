/** The bytecode under test: the router, its adapters and a plain token, compiled as they are deployed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { id } from 'ethers'
import solc from 'solc'

/**
 * @import { SolcOutput } from '../solc-output.ts'
 * @typedef {Record<string, string>} Sources text by path
 * @typedef {Record<string, string>} Codes creation codes by contract
 * @typedef {'cancun' | 'storage'} Build
 */

const router = 'contracts/src/SwapRouter.sol'
const crossing = 'contracts/src/crossing/Crossing.sol'
const cctpBridge = 'contracts/src/crossing/cctp/CctpBridge.sol'
const stargateBridge = 'contracts/src/crossing/stargate/StargateBridge.sol'
const token = 'contracts/test/PlainToken.sol'
const [words, storedWords] = ['contracts/src/lib/Words.sol', 'contracts/src/storage/Words.sol']

/**
 * Both are tested: they differ in where the router stores its words and in their EVM version.
 * @type {readonly Build[]}
 */
export const builds = ['cancun', 'storage']

/**
 * @param {readonly string[]} adapters paths of the adapters' contracts
 * @returns {Sources} text of all source files of the router and its adapters, by path in the repository
 */
export function routerSources(adapters) {
  const paths = readdirSync('contracts/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => `contracts/src/${file}`)
    .concat(adapters)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/**
 * @param {Sources} sources text by path
 * @param {Build} build
 * @param {Record<string, unknown>} changed settings that replace those of `contracts/solc.json`
 * @returns {Codes & { SwapRouter: string }} of the router of `build`, the crossing contract, its bridges, each adapter,
 * `PlainToken`
 * @throws Error with solc's message if the sources do not compile
 */
export function codesOf(sources, build = 'cancun', changed = {}) {
  const paris = { ...changed, evmVersion: 'paris' }
  const ofRouter = build === 'storage' ? { ...sources, [words]: textAt(sources, storedWords) } : sources
  const adapters = Object.keys(sources).filter((path) => !path.startsWith('contracts/src/'))
  const routerSettings = build === 'storage' ? paris : changed
  return {
    SwapRouter: compile(ofRouter, router, routerSettings),
    Crossing: compile(sources, crossing, paris),
    CctpBridge: compile(sources, cctpBridge, paris),
    StargateBridge: compile(sources, stargateBridge, paris),
    ...Object.fromEntries(adapters.map((path) => [contractOf(path), compile(sources, path, paris)])),
    PlainToken: compile({ [token]: readFileSync(token, 'utf8') }, token),
  }
}

/**
 * Writes what `codesOf` compiles to `path`, for `Rig.sol`, and which build it is.
 * @param {string} path
 * @param {Sources} sources
 * @param {Build} build
 */
export function writeBuilt(path, sources, build = 'cancun') {
  writeCodes(path, codesOf(sources, build), build)
}

/**
 * @param {string} path
 * @param {Codes} codes
 * @param {Build} build
 */
export function writeCodes(path, codes, build) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...codes, storesWords: build === 'storage' }))
}

/** @param {string} path */
const contractOf = (path) => basename(path, '.sol')

/**
 * @param {Sources} sources
 * @param {string} path
 */
function textAt(sources, path) {
  const text = sources[path]
  if (text === undefined) throw new RangeError(`no source ${path}`)
  return text
}

/**
 * By compiler input: only one or two codes of a mutant differ from those of the correct sources.
 * @type {Map<string, string>}
 */
const compiled = new Map()

/**
 * @returns the creation code of the contract that `path` is named after; what it imports is looked up in `sources`
 * @param {Sources} sources
 * @param {string} path
 * @param {Record<string, unknown>} changed
 */
function compile(sources, path, changed = {}) {
  /** @type {{ settings: object, language: string }} */
  const { settings, language } = JSON.parse(readFileSync('contracts/solc.json', 'utf8'))
  const name = contractOf(path)
  // The selected outputs do not change the code, only the compile time.
  const outputSelection = { [path]: { [name]: ['evm.bytecode.object'] } }
  // Only with its imports: the compiler may emit other code if other contracts are in the input.
  const parts = closureOf(sources, path).map((part) => [part, { content: textAt(sources, part) }])
  const input = JSON.stringify({
    language,
    settings: { ...settings, ...changed, outputSelection },
    sources: Object.fromEntries(parts),
  })
  const key = id(input)
  const known = compiled.get(key)
  if (known !== undefined) return known
  const code = codeOf(JSON.parse(solc.compile(input)), path, name)
  compiled.set(key, code)
  return code
}

/**
 * @param {SolcOutput} output
 * @param {string} path
 * @param {string} name
 */
function codeOf({ errors = [], contracts }, path, name) {
  const broken = errors.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  const made = contracts[path]?.[name]
  if (made === undefined) throw new Error(`solc made no ${name}`)
  return `0x${made.evm.bytecode.object}`
}

/**
 * @returns `path` and its imports, direct and indirect
 * @param {Sources} sources
 * @param {string} path
 */
function closureOf(sources, path) {
  const found = new Set([path])
  for (const one of found)
    for (const [, named = ''] of textAt(sources, one).matchAll(/^import .* from "(.*)";$/gm))
      found.add(new URL(named, `file:///${one}`).pathname.slice(1))
  return Object.keys(sources).filter((one) => found.has(one))
}
