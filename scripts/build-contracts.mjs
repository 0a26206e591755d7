/**
 * Compiles the router, its adapters, the crossing contract and its bridges and writes what the program needs of them: interface,
 * hashes and addresses in files of their own, the code to deploy in another, so that quoting does not load it; and the
 * sandbox's doubles of CCTP's contracts. Next to
 * the sources it writes files for others: the standard JSON input of each contract, and the router's interface as JSON.
 * With `--check`, fails if anything differs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ErrorFragment, EventFragment, FunctionFragment, getCreate2Address, Interface, keccak256 } from 'ethers'
import solc from 'solc'
import { compileStandardJson } from './contracts/solc.mjs'
import { adapterInputs, cctpDoubleInputs, crossingInputs, routerInputs } from './contracts/standard-json.mjs'
import { itemAt, memberOf } from './item-at.mjs'

/**
 * @import { StandardInput } from './contracts/standard-json.mjs'
 * @import { SolcContract } from './solc-output.ts'
 * @typedef {{ input: StandardInput, abi: SolcContract['abi'], initCode: string, runtimeCode: string }} Build
 * @typedef {Readonly<Record<string, Build>>} Builds by name
 * @typedef {readonly [key: string, value: string]} Row
 */

/** The keyless CREATE2 deployer, at the same address on nearly every EVM chain. */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = `0x${'0'.repeat(64)}`
/** solc's reminder to clear transient storage before a call ends: tests check that the router does. */
const transientStorage = '2394'
const head = '// Written by scripts/build-contracts.mjs. Do not edit.\n'

const inputFolder = 'contracts/standard-json'

const routers = compileAll(routerInputs())
const adapters = compileAll(adapterInputs())
const { crossing, cctpBridge, stargateBridge } = compileAll(crossingInputs())
const doubles = compileAll(cctpDoubleInputs())
const bridged = [crossing, cctpBridge, stargateBridge]
const inputs = [...Object.values(routers), ...Object.values(adapters), ...bridged].map(({ input }) => input)

const initCodes = rowsOf(adapters, ({ initCode }) => initCode)
const codes = [
  `export const routerInitCode = '${routers.cancun.initCode}'`,
  `export const routerStorageInitCode = '${routers.storage.initCode}'`,
  `export const adapterInitCodes = ${table(initCodes)} as const`,
]
/** @type {Record<string, string>} */
const written = {
  'src/encoding/contracts/router.gen.ts': head + describe(routers.cancun, routers.storage),
  'src/encoding/contracts/crossing.gen.ts': head + describeCrossing(crossing, 'crossing'),
  'src/encoding/contracts/crossing-code.gen.ts': `${head}export const crossingInitCode = '${crossing.initCode}'\n`,
  'src/encoding/contracts/cctp-bridge.gen.ts': head + describeCrossing(cctpBridge, 'cctpBridge'),
  'src/encoding/contracts/cctp-bridge-code.gen.ts': `${head}export const cctpBridgeInitCode = '${cctpBridge.initCode}'\n`,
  'src/encoding/contracts/stargate-bridge.gen.ts': head + describeCrossing(stargateBridge, 'stargateBridge'),
  'src/encoding/contracts/stargate-bridge-code.gen.ts': `${head}export const stargateBridgeInitCode = '${stargateBridge.initCode}'\n`,
  'src/sandbox/cctp/code.gen.ts': head + codesOf(doubles),
  'src/encoding/contracts/adapters.gen.ts': head + describeAdapters(adapters),
  'src/encoding/contracts/router-code.gen.ts': `${head}${codes.join('\n')}\n`,
  'src/encoding/contracts/sources.gen.ts': head + describeSources(),
  'src/protocols/adapters.gen.ts': head + placesOf(adapters),
  'contracts/interface/SwapRouter.abi.json': `${JSON.stringify(routers.cancun.abi, null, 2)}\n`,
  ...Object.fromEntries(inputs.map(({ file, text }) => [`${inputFolder}/${file}`, text])),
}

const checking = process.argv.includes('--check')
for (const [path, text] of Object.entries(written)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  if (checking) reportStale(`${path} is out of date`)
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
for (const path of readdirSync(inputFolder).map((file) => `${inputFolder}/${file}`)) {
  if (path in written) continue
  if (checking) reportStale(`${path} is of no contract`)
  else rmSync(path)
}

/** @param {string} words */
function reportStale(words) {
  console.error(`${words}. Run: node scripts/build-contracts.mjs`)
  process.exitCode = 1
}

/**
 * @template {string} Name
 * @param {Record<Name, StandardInput>} inputsByName
 * @returns {Record<Name, Build>}
 */
function compileAll(inputsByName) {
  /** @type {[string, StandardInput][]} */
  const named = Object.entries(inputsByName)
  const builds = named.map(([name, input]) => [name, compile(input)])
  return /** @type {Record<Name, Build>} */ (Object.fromEntries(builds))
}

/**
 * Only the text of the input reaches the compiler: nothing else can be imported.
 * @param {StandardInput} input
 * @returns {Build}
 */
function compile(input) {
  const { errors = [], contracts } = compileStandardJson(input.text)
  const complaints = errors.filter((error) => error.errorCode !== transientStorage)
  if (complaints.length > 0) throw new Error(complaints.map((error) => error.formattedMessage).join('\n'))

  const { abi, evm } = memberOf(memberOf(contracts, input.path), input.contract)
  return { input, abi, initCode: `0x${evm.bytecode.object}`, runtimeCode: `0x${evm.deployedBytecode.object}` }
}

/**
 * @param {Build} router
 * @param {Build} stored
 */
function describe(router, stored) {
  const contract = new Interface(router.abi)
  const errors = contract.fragments.filter((part) => part instanceof ErrorFragment)
  const functions = contract.fragments.filter((part) => part instanceof FunctionFragment)
  return `
/** solc ${solc.version()} */
export const routerAbi = ${list(contract.format())} as const

/** By what its call begins with. */
export const routerSelectors = ${table(functions.map((f) => [f.name, f.selector]))} as const

export const routerErrors = ${table(errors.map((error) => [`'${error.selector}'`, error.format('sighash')]))} as const

export const routerDeployer = '${deployer.toLowerCase()}'
export const routerSalt = '${salt}'
/** Of the build for chains with transient storage (EIP-1153), and of the one for those without. */
export const routerBuilds = {
  cancun: ${identity(router)},
  storage: ${identity(stored)},
} as const

/** Of the first. */
export const routerCreate2Address = routerBuilds.cancun.address
export const routerInitCodeHash = routerBuilds.cancun.initCodeHash
export const routerRuntimeCodeHash = routerBuilds.cancun.runtimeCodeHash
`
}

/**
 * @param {Build} build
 * @param {string} name
 */
function describeCrossing(build, name) {
  const contract = new Interface(build.abi)
  const functions = contract.fragments.filter((part) => part instanceof FunctionFragment)
  const errors = contract.fragments.filter((part) => part instanceof ErrorFragment)
  const events = contract.fragments.filter((part) => part instanceof EventFragment)
  const topics = `/** The first topic of its logs. */
export const ${name}Topics = ${table(events.map((event) => [event.name, event.topicHash]))} as const

`
  return `
export const ${name}Abi = ${list(contract.format())} as const

/** By what its call begins with. */
export const ${name}Selectors = ${table(functions.map((f) => [f.name, f.selector]))} as const

${events.length === 0 ? '' : topics}export const ${name}Errors = ${table(errors.map((error) => [`'${error.selector}'`, error.format('sighash')]))} as const

/** One build for every chain, put in its place by the router's deployer and salt. */
export const ${name}Build = ${identity(build).replaceAll('\n  ', '\n')} as const
`
}

/** @param {Builds} builds */
function describeAdapters(builds) {
  const rows = Object.entries(builds).map(([name, build]) => `  {\n    name: '${name}',${identity(build).slice(1)},`)
  return `
/** Put in their places by the router's deployer and salt. */
export const adapterBuilds = [\n${rows.join('\n')}\n] as const
`
}

/** What an explorer asks for, of each contract. */
function describeSources() {
  const { license, settings } = itemAt(inputs, 0)
  const { optimizer, viaIR, metadata } = settings
  /** @param {Build} build */
  const source = ({ input: { path, contract, file, settings } }) =>
    `{ contract: '${path}:${contract}', evmVersion: '${settings.evmVersion}', file: '${file}' }`
  /** @param {Builds} builds */
  const rows = (builds) => Object.entries(builds).map(([name, build]) => `  '${name}': ${source(build)},`)
  if (inputs.some((input) => input.license !== license)) throw new Error('the contracts have several licences')
  return `
/** Of every contract; what differs is in its own source. */
export const compilerSettings = {
  version: '${/^[^+]+\+commit\.[0-9a-f]+/.exec(solc.version())?.[0]}',
  optimizerRuns: ${optimizer.enabled ? optimizer.runs : 0},
  viaIR: ${viaIR},
  bytecodeHash: '${metadata.bytecodeHash}',
  appendCBOR: ${metadata.appendCBOR},
  license: '${license}',
} as const

export const routerSources = {\n${rows(routers).join('\n')}\n} as const

export const crossingSource = ${source(crossing)}

export const cctpBridgeSource = ${source(cctpBridge)}

export const stargateBridgeSource = ${source(stargateBridge)}

export const adapterSources = {\n${rows(adapters).join('\n')}\n} as const
`
}

/**
 * Only what a protocol needs of an adapter: where it stands.
 * @param {Builds} builds
 */
function placesOf(builds) {
  const rows = rowsOf(builds, ({ initCode }) => placeOf(initCode))
  return `import { evm } from '#domain/units'

/** The adapter contracts, at one address on every network. */
export const adapterAddress = ${table(rows).replaceAll(/'(0x[0-9a-f]+)'/g, "evm('$1')")} as const
`
}

/**
 * What stands on a chain: these contracts have no constructor.
 * @param {Builds} builds
 */
function codesOf(builds) {
  const rows = Object.entries(builds).map(([name, { runtimeCode }]) => `export const ${name}Code = '${runtimeCode}'\n`)
  return `\n/** Of contracts/sandbox/CctpDouble.sol. */\n${rows.join('')}`
}

/** @param {string} initCode */
function placeOf(initCode) {
  return getCreate2Address(deployer, salt, keccak256(initCode)).toLowerCase()
}

/** @param {Build} build */
function identity({ initCode, runtimeCode }) {
  return `{
    address: '${placeOf(initCode)}',
    initCodeHash: '${keccak256(initCode)}',
    runtimeCodeHash: '${keccak256(runtimeCode)}',
  }`
}

/** @param {readonly string[]} lines */
function list(lines) {
  return `[\n${lines.map((line) => `  '${line}',`).join('\n')}\n]`
}

/**
 * @param {Builds} builds
 * @param {(build: Build) => string} write
 * @returns {Row[]}
 */
function rowsOf(builds, write) {
  return Object.entries(builds).map(([name, build]) => [`'${name}'`, write(build)])
}

/** @param {readonly Row[]} rows */
function table(rows) {
  return `{\n${rows.map(([key, value]) => `  ${key}: '${value}',`).join('\n')}\n}`
}
