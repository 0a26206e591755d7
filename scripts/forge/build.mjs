/** The bytecode under test: the router, its adapters and a plain token, compiled as they are deployed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { compileStandardJson } from '../contracts/solc.mjs'
import { standardInput } from '../contracts/standard-json.mjs'
import { memberOf } from '../item-at.mjs'

/**
 * @import { Settings } from '../contracts/standard-json.mjs'
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
 * @param {Partial<Settings>} changed settings that replace those of `contracts/solc.json`
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
 * @returns the creation code of the contract that `path` is named after; what it imports is looked up in `sources`
 * @param {Sources} sources
 * @param {string} path
 * @param {Partial<Settings>} changed
 */
function compile(sources, path, changed = {}) {
  const { text, contract } = standardInput(path, { changed, readSource: (part) => textAt(sources, part) })
  const { errors = [], contracts } = compileStandardJson(text)
  const broken = errors.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  return `0x${memberOf(memberOf(contracts, path), contract).evm.bytecode.object}`
}
