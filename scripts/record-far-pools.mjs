/**
 * Records the code of pools from npm packages that are too large for the main install: for the router's tests (pools
 * traded through a vault or an adapter), the conformance tests and the sandbox (pools with ticks). The packages take
 * 300 MB, so they are installed separately, in scripts/far-pools, only to record. With `--check`, fails if a record is
 * not of the versions that scripts/far-pools names, or not of their code if they are installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { keccak256 } from 'ethers'
import { compileSlipstream } from './far-pools/slipstream.mjs'
import { memberOf } from './item-at.mjs'

/**
 * @typedef {{ name: string, version: string, integrity: string }} Identity
 * @typedef {{ version: string, integrity: string }} Locked
 * @typedef {(path: string) => string} ReadFile a file of the package by its path
 * @typedef {Record<string, string>} Codes by contract
 * @typedef {{ bytecode: string }} Artifact of Hardhat
 * @typedef {{ bytecode: { object: string } }} FoundryArtifact
 * @typedef {readonly [path: string, codeOf: (artifact: Artifact & FoundryArtifact) => string]} Place of the code of a contract
 * @typedef {object} Source
 * @property {string} name
 * @property {(read: ReadFile) => string} licence
 * @property {Readonly<Record<string, Place>>} [contracts]
 * @property {(read: ReadFile) => Codes} [compile]
 * @property {(codes: Codes, text: ReadFile) => Codes} [mend]
 */

const folder = 'scripts/far-pools'
const saddle = 'artifacts/contracts/core/connext'
/** @param {Artifact} artifact */
const bytecode = (artifact) => artifact.bytecode

/**
 * Hardhat artifacts, one per contract.
 * @param {string[]} names
 * @returns {Record<string, Place>}
 */
const hardhat = (...names) =>
  Object.fromEntries(names.map((name) => [name, [`artifacts/contracts/${name}.sol/${name}.json`, bytecode]]))

/** @type {readonly Source[]} */
const farPools = [
  {
    name: '@uniswap/v4-core',
    // The licence must be part of every copy.
    licence: (read) => read('licenses/BUSL_LICENSE'),
    contracts: { PoolManager: ['out/PoolManager.sol/PoolManager.json', ({ bytecode }) => bytecode.object] },
  },
  {
    name: '@connext/smart-contracts',
    // The package has no licence file.
    licence: () => readFileSync(`${folder}/connext-licence.txt`, 'utf8'),
    contracts: {
      StableSwap: [`${saddle}/helpers/StableSwap.sol/StableSwap.json`, bytecode],
      SwapUtilsExternal: [`${saddle}/libraries/SwapUtilsExternal.sol/SwapUtilsExternal.json`, bytecode],
      LPToken: [`${saddle}/helpers/LPToken.sol/LPToken.json`, bytecode],
    },
  },
]

/**
 * @param {string} name
 * @param {Source['licence']} licence
 * @param {string[]} names
 */
const algebra = (name, licence, ...names) => ({ name: `@cryptoalgebra/${name}`, licence, contracts: hardhat(...names) })
const gpl = () => "GPL-2.0-or-later by the package's manifest; it has no licence file."

/**
 * Algebra v1's factory computes a pool's address from the hash of the code deployed on public networks. The package
 * contains longer code, compiled for test coverage, so this hash replaces the other in the factory.
 * @param {Codes} codes
 * @param {ReadFile} text
 * @returns {Codes}
 */
function nameOwnPool(codes, text) {
  const factory = memberOf(codes, 'AlgebraFactory')
  const deployed = '6ec6c9c8091d160c0aa74b2b14ba9c1717e95093bd3ac085cee99a49aab294a4'
  /** @type {Artifact} */
  const { bytecode: pool } = JSON.parse(text('artifacts/contracts/AlgebraPool.sol/AlgebraPool.json'))
  if (factory.split(deployed).length !== 2) throw new Error('the factory does not name its pools by one hash')
  return { ...codes, AlgebraFactory: factory.replace(deployed, keccak256(pool).slice(2)) }
}

/** @type {readonly Source[]} */
const tickPools = [
  {
    name: '@pancakeswap/v3-core',
    licence: gpl,
    contracts: hardhat('PancakeV3Factory', 'PancakeV3Pool'),
  },
  algebra(
    'integral-core',
    (read) => read('LICENSE'),
    'AlgebraFactory',
    'AlgebraPoolDeployer',
    'AlgebraVaultFactoryStub',
  ),
  algebra('integral-base-plugin', gpl, 'BasePluginV1Factory'),
  { ...algebra('core', (read) => read('LICENSE'), 'AlgebraFactory', 'AlgebraPoolDeployer'), mend: nameOwnPool },
  {
    name: '@uniswap/v4-periphery',
    licence: (read) => read('LICENSE'),
    contracts: { StateView: ['foundry-out/StateView.sol/StateView.json', ({ bytecode }) => bytecode.object] },
  },
  {
    name: 'sphere-mezo-solidity-files',
    licence: () => "GPL-2.0-or-later by the sources' headers; the package's manifest says MIT.",
    compile: compileSlipstream,
  },
]

/** @type {readonly { recorded: string, sources: readonly Source[] }[]} */
const records = [
  { recorded: 'test/contracts/far-pools.data.json', sources: farPools },
  { recorded: 'test/contracts/tick-pools.data.json', sources: tickPools },
]

const checking = process.argv.includes('--check')
/** @type {{ packages: Record<string, Locked> }} */
const { packages: locked } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'))
if (checking) records.forEach(check)
else {
  install()
  for (const { recorded, sources } of records)
    writeFileSync(recorded, `${JSON.stringify(sources.map(read), null, 2)}\n`)
}

/** @param {typeof records[number]} record */
function check({ recorded, sources }) {
  /** @type {readonly Identity[]} */
  const kept = JSON.parse(readFileSync(recorded, 'utf8'))
  /**
   * @param {unknown} one
   * @param {unknown} other
   */
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
  const installed = sources.every(({ name }) => existsSync(`${folder}/node_modules/${name}`))
  if (!same(kept.map(identityOf), sources.map(lockedIdentity)))
    outOfDate(recorded, `is of other packages than ${folder} locks`)
  else if (installed && !same(kept, sources.map(read))) outOfDate(recorded, 'is not the code of its packages')
}

/** @param {Identity} one */
function identityOf({ name, version, integrity }) {
  return { name, version, integrity }
}

/**
 * The lock's entry of a package: its integrity is the hash of all its bytes.
 * @param {{ name: string }} source
 */
function lockedIdentity({ name }) {
  return identityOf({ name, ...memberOf(locked, `node_modules/${name}`) })
}

/**
 * @param {string} recorded
 * @param {string} how
 */
function outOfDate(recorded, how) {
  console.error(`${recorded} ${how}. Run: node scripts/record-far-pools.mjs`)
  process.exitCode = 1
}

function install() {
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${folder}/package.json names`)
}

/**
 * Library placeholders stay as the compiler wrote them.
 * @param {Source} source
 */
function read(source) {
  const { name, licence, contracts = {}, compile, mend = (codes) => codes } = source
  /** @param {string} path */
  const text = (path) => readFileSync(`${folder}/node_modules/${name}/${path}`, 'utf8')
  const codes = Object.entries(contracts).map(([contract, [path, codeOf]]) => [
    contract,
    codeOf(JSON.parse(text(path))),
  ])
  const contractCodes = compile?.(text) ?? mend(Object.fromEntries(codes), text)
  return { ...lockedIdentity(source), licence: licence(text), contracts: contractCodes }
}
