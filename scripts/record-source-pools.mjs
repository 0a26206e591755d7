/**
 * Records the code of pools whose packages contain only sources, for the conformance tests and the sandbox. Sources and
 * compiler are installed separately, in scripts/source-pools, only to record. With `--check`, fails if the record is
 * not of the packages that scripts/source-pools names, or not of their code if they are installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { memberOf } from './item-at.mjs'

/**
 * @import { SolcOutput } from './solc-output.ts'
 * @typedef {{ name: string, version: string, integrity: string }} Identity
 * @typedef {{ version: string, integrity: string }} Locked
 * @typedef {{ name: string, licence: string, contracts: Readonly<Record<string, string>>, libraries: string }} Source
 */

const folder = 'scripts/source-pools'
const recorded = 'test/contracts/source-pools.data.json'
const modules = `${folder}/node_modules`
const aerodrome = 'sphere-mezo-solidity-files/domains/aerodrome/contracts'

/** @type {readonly Source[]} */
const sources = [
  {
    name: 'sphere-mezo-solidity-files',
    licence: "BUSL-1.1 by the sources' headers; the package's manifest says MIT. Not for production.",
    contracts: { Pool: `${aerodrome}/Pool.sol`, PoolFactory: `${aerodrome}/factories/PoolFactory.sol` },
    // The release that these sources use: later ones need opcodes that not every chain has.
    libraries: 'openzeppelin-5.0.2',
  },
  {
    name: '@openzeppelin/contracts',
    licence: 'MIT. Copyright (c) 2016-2026 Zeppelin Group Ltd and contributors',
    contracts: { ShareVault: 'src/protocols/erc4626/sandbox/ShareVault.sol' },
    libraries: '@openzeppelin/contracts',
  },
]

const checking = process.argv.includes('--check')
/** @type {{ packages: Record<string, Locked> }} */
const { packages: locked } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'))
if (checking) check(JSON.parse(readFileSync(recorded, 'utf8')))
else {
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${folder}/package.json names`)
  writeFileSync(recorded, `${JSON.stringify(sources.map(read), null, 2)}\n`)
}

/** @param {readonly Identity[]} kept */
function check(kept) {
  /**
   * @param {unknown} one
   * @param {unknown} other
   */
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
  if (!same(kept.map(identityOf), sources.map(lockedIdentity))) outOfDate(`is of other packages than ${folder} locks`)
  else if (existsSync(modules) && !same(kept, sources.map(read))) outOfDate('is not the code of its packages')
}

/** @param {string} how */
function outOfDate(how) {
  console.error(`${recorded} ${how}. Run: node scripts/record-source-pools.mjs`)
  process.exitCode = 1
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

/** @param {Source} source */
function read(source) {
  return { ...lockedIdentity(source), licence: source.licence, contracts: compile(source) }
}

/**
 * Creation code by contract name; for an old EVM, because the sandbox also simulates old chains.
 * @param {Source} source
 */
function compile({ contracts, libraries }) {
  /** @type {{ compile(input: string, callbacks: object): string }} */
  const solc = createRequire(new URL(`../${folder}/package.json`, import.meta.url))('solc')
  /** @param {string} path */
  const text = (path) => readFileSync(path.startsWith('contracts/') ? path : `${modules}/${path}`, 'utf8')
  /** @param {string} path */
  const imported = (path) => ({ contents: text(path.replace(/^@openzeppelin\/contracts(?=\/)/, libraries)) })
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.values(contracts).map((path) => [path, { content: text(path) }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'london',
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  /** @type {SolcOutput} */
  const { errors = [], contracts: compiled } = JSON.parse(solc.compile(JSON.stringify(input), { import: imported }))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(contracts).map(([name, path]) => [
      name,
      `0x${memberOf(memberOf(compiled, path), name).evm.bytecode.object}`,
    ]),
  )
}
