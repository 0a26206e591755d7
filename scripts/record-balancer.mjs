/**
 * Records the code of Balancer's contracts for tests and the sandbox: v2 as published, v3 compiled from the published
 * sources. The packages are installed separately, in scripts/balancer, only to record; compiling takes a minute or two.
 * With `--check`, fails if the records are not of the packages that scripts/balancer locks.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { memberOf } from './item-at.mjs'

/**
 * @import { SolcOutput } from './solc-output.ts'
 * @typedef {{ packages: Record<string, { version: string, integrity: string }> }} Lock
 */

const folder = 'scripts/balancer'
const scope = '@balancer-labs'
/** @type {Lock} */
const { packages: locked } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'))
const records = {
  'src/protocols/balancer-v2/test/recorded-code.data.json': readV2,
  'src/protocols/balancer-v3/test/recorded-code.data.json': compileV3,
}

/** Paths of the recorded contracts in v2's package: the first weighted factory, and the last factory of each kind. */
const tasks = {
  Vault: '20210418-vault',
  ProtocolFeePercentagesProvider: '20220725-protocol-fee-percentages-provider',
  FirstWeightedPoolFactory: 'deprecated/20210418-weighted-pool',
  WeightedPoolFactory: '20230206-weighted-pool-v3',
  StablePoolFactory: 'deprecated/20220609-stable-pool-v2',
  ComposableStablePoolFactory: '20230206-composable-stable-pool-v3',
}

const sources = {
  Vault: `${scope}/v3-vault/contracts/Vault.sol`,
  VaultExtension: `${scope}/v3-vault/contracts/VaultExtension.sol`,
  VaultAdmin: `${scope}/v3-vault/contracts/VaultAdmin.sol`,
  ProtocolFeeController: `${scope}/v3-vault/contracts/ProtocolFeeController.sol`,
  WeightedPoolFactory: `${scope}/v3-pool-weighted/contracts/WeightedPoolFactory.sol`,
  StablePoolFactory: `${scope}/v3-pool-stable/contracts/StablePoolFactory.sol`,
}

if (process.argv.includes('--check')) Object.keys(records).forEach(check)
else {
  install()
  for (const [path, read] of Object.entries(records)) {
    writeFileSync(path, `${JSON.stringify({ packages: packages(), licence: 'GPL-3.0-only', ...read() }, null, 2)}\n`)
  }
}

/** @param {string} path */
function check(path) {
  const kept = JSON.parse(readFileSync(path, 'utf8')).packages
  if (JSON.stringify(kept) === JSON.stringify(packages())) return
  console.error(`${path} is of other packages than ${folder} locks. Run: node scripts/record-balancer.mjs`)
  process.exitCode = 1
}

/** Name and version of each package with the hash of all its bytes. */
function packages() {
  return Object.entries(locked)
    .filter(([path]) => path.startsWith(`node_modules/${scope}/`))
    .map(([path, { version, integrity }]) => ({ name: path.slice('node_modules/'.length), version, integrity }))
}

function install() {
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${folder}/package.json names`)
}

/** @param {string} path */
function text(path) {
  return readFileSync(`${folder}/node_modules/${path}`, 'utf8')
}

function readV2() {
  const codes = Object.entries(tasks).map(([name, task]) => {
    const artifact = `${scope}/v2-deployments/dist/tasks/${task}/artifact/${name.replace(/^First/, '')}.json`
    return [name, JSON.parse(text(artifact)).bytecode]
  })
  return { contracts: Object.fromEntries(codes) }
}

/** With 50 optimizer runs the vault fits into a contract. */
function compileV3() {
  /** @type {{ compile(input: string, callbacks: object): string, version(): string }} */
  const solc = createRequire(import.meta.url)('solc')
  const settings = {
    evmVersion: 'cancun',
    viaIR: true,
    optimizer: { enabled: true, runs: 50 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: Object.fromEntries(
      Object.entries(sources).map(([name, path]) => [path, { [name]: ['evm.bytecode.object'] }]),
    ),
  }
  const entries = Object.values(sources).map((path) => [path, { content: text(path) }])
  const input = JSON.stringify({ language: 'Solidity', sources: Object.fromEntries(entries), settings })
  /** @param {string} path */
  const imported = (path) => ({ contents: text(path) })
  /** @type {SolcOutput} */
  const output = JSON.parse(solc.compile(input, { import: imported }))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const codes = Object.entries(sources).map(([name, path]) => [
    name,
    `0x${memberOf(memberOf(output.contracts, path), name).evm.bytecode.object}`,
  ])
  return { compiler: `solc ${solc.version()}, by IR, 50 runs`, contracts: Object.fromEntries(codes) }
}
