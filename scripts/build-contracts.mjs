/**
 * Compiles the router and its adapters and writes what the rest of the program knows of them: interface, hashes and
 * addresses in files of their own, the code to deploy in another, so that quoting does not load it. With `--check`, fails where they differ.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getCreate2Address, Interface, keccak256 } from 'ethers'

const solc = createRequire(import.meta.url)('solc')

/** The keyless CREATE2 deployer that stands at one address on nearly every EVM chain. */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = `0x${'0'.repeat(64)}`
/** solc's reminder to clear transient storage before a call ends: tests hold the router to it. */
const transientStorage = '2394'
const head = '// Written by scripts/build-contracts.mjs. Do not edit.\n'

/** Where the router's words are kept while it swaps: all that its two builds differ in. */
const [words, storedWords] = ['contracts/src/lib/Words.sol', 'contracts/src/storage/Words.sol']
const routerFile = 'contracts/src/SwapRouter.sol'
const adapterFolder = 'contracts/src/adapters'
/** What no adapter is: the interface of all. */
const adapterInterface = 'IAdapter'

const cancun = compile(sourcesOf())
const storage = compile({ ...sourcesOf(), [words]: sourcesOf()[storedWords] }, { evmVersion: 'paris' })
const [router, stored] = [cancun(routerFile, 'SwapRouter'), storage(routerFile, 'SwapRouter')]
const adapters = Object.fromEntries(adapterNames().map((name) => [kebab(name), adapterOf(name)]))

const initCodes = Object.entries(adapters).map(([name, { initCode }]) => [`'${name}'`, initCode])
const codes = [
  `export const routerInitCode = '${router.initCode}'`,
  `export const routerStorageInitCode = '${stored.initCode}'`,
  `export const adapterInitCodes = ${table(initCodes)} as const`,
]
const written = {
  'src/encoding/router.gen.ts': head + describe(router, stored),
  'src/encoding/adapters.gen.ts': head + describeAdapters(adapters),
  'src/encoding/router-code.gen.ts': `${head}${codes.join('\n')}\n`,
  'src/protocols/adapters.gen.ts': head + placesOf(adapters),
}

const checking = process.argv.includes('--check')
for (const [path, text] of Object.entries(written)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  if (!checking) writeFileSync(path, text)
  else {
    console.error(`${path} is out of date. Run: node scripts/build-contracts.mjs`)
    process.exitCode = 1
  }
}

/** Sources go in under their path in the repository, so that the same text gives the same code everywhere. */
function sourcesOf() {
  return Object.fromEntries(
    readdirSync('contracts/src', { recursive: true })
      .filter((file) => file.endsWith('.sol'))
      .sort()
      .map((file) => [`contracts/src/${file}`, { content: readFileSync(`contracts/src/${file}`, 'utf8') }]),
  )
}

/** Every contract of the adapters' folder, in the order of its names. */
function adapterNames() {
  const names = readdirSync(adapterFolder).map((file) => file.replace(/\.sol$/, ''))
  return names.filter((name) => name !== adapterInterface).sort()
}

function kebab(name) {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()
}

/**
 * Of the build that every chain can run, as it remembers nothing; and compiled alone, as the compiler may write a contract
 * otherwise where others are beside it: a new adapter must not move the old ones.
 */
function adapterOf(name) {
  const file = `${adapterFolder}/${name}.sol`
  return compile({ [file]: { content: readFileSync(file, 'utf8') } }, { evmVersion: 'paris' })(file, name)
}

/** What `sources` import and do not hold is read from where it lies. */
function compile(sources, changed = {}) {
  const { settings, ...input } = JSON.parse(readFileSync('contracts/solc.json', 'utf8'))
  const asked = { ...input, settings: { ...settings, ...changed }, sources }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(asked), { import: imported }))
  const complaints = errors.filter((error) => error.errorCode !== transientStorage)
  if (complaints.length > 0) throw new Error(complaints.map((error) => error.formattedMessage).join('\n'))

  return (path, name) => {
    const { abi, evm } = contracts[path][name]
    return { abi, initCode: `0x${evm.bytecode.object}`, runtimeCode: `0x${evm.deployedBytecode.object}` }
  }
}

function imported(path) {
  return { contents: readFileSync(path, 'utf8') }
}

function describe(router, stored) {
  const contract = new Interface(router.abi)
  const errors = contract.fragments.filter((part) => part.type === 'error')
  const functions = contract.fragments.filter((part) => part.type === 'function')
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

function describeAdapters(builds) {
  const rows = Object.entries(builds).map(([name, build]) => `  {\n    name: '${name}',${identity(build).slice(1)},`)
  return `
/** Put in their places by the router's deployer and salt. */
export const adapterBuilds = [\n${rows.join('\n')}\n] as const
`
}

/** Only what a protocol needs of an adapter: where it stands. */
function placesOf(builds) {
  const rows = Object.entries(builds).map(([name, { initCode }]) => [`'${name}'`, placeOf(initCode)])
  return `import { evm } from '#domain/units'

/** The adapter contracts, at one address on every network. */
export const adapterAddress = ${table(rows).replaceAll(/'(0x[0-9a-f]+)'/g, "evm('$1')")} as const
`
}

function placeOf(initCode) {
  return getCreate2Address(deployer, salt, keccak256(initCode)).toLowerCase()
}

function identity({ initCode, runtimeCode }) {
  return `{
    address: '${placeOf(initCode)}',
    initCodeHash: '${keccak256(initCode)}',
    runtimeCodeHash: '${keccak256(runtimeCode)}',
  }`
}

function list(lines) {
  return `[\n${lines.map((line) => `  '${line}',`).join('\n')}\n]`
}

function table(rows) {
  return `{\n${rows.map(([key, value]) => `  ${key}: '${value}',`).join('\n')}\n}`
}
