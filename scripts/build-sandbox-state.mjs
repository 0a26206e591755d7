/**
 * Builds the sandbox: deploys the real AMM contracts from npm on an empty anvil, then lays the pools.
 *
 *   node scripts/build-sandbox-state.mjs           writes the text of all accounts and what the sources know of it
 *   node scripts/build-sandbox-state.mjs --check   fails where any of it would change
 *   node scripts/build-sandbox-state.mjs --if-families-changed   writes it if a family came or went
 *
 * Two states come of it. The foundation holds tokens, factories and accounts but no pools: from it the
 * sandbox of any other network is made. The full state has the pools as well. Both are accounts as a genesis
 * block takes them: a chain that starts from them has one block and a clean history. Beside them the list of whose code
 * they hold is written.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { getAddress } from 'ethers'
import { memberOf } from './item-at.mjs'
import { describeRecorded } from './licences/attribute.mjs'
import { deployFamilies, describeVenues } from './sandbox-state/families.mjs'
import { deployFoundation } from './sandbox-state/foundation.mjs'
import { loadSources } from './sandbox-state/sources.mjs'
import { createSplit, familyOfVenue, listFamilies, listParts, textOf } from './sandbox-state/split.mjs'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { SandboxPool } from '#sandbox/pools/create'
 * @import { Contracts, DeployedPool } from './sandbox-state/shapes.ts'
 * @typedef {Readonly<Record<string, string>>} Files text by path
 */

/** Any fixed moment: the same build gives the same bytes. A sandbox that starts sets the clock to now. */
const builtAt = 1_750_000_000
const venuesFile = 'src/networks/entries/sandbox-venues.gen.ts'

if (process.argv.includes('--if-families-changed') && !haveFamiliesChanged()) process.exit()

const sources = await loadSources([
  'accounts',
  'anvil/binary',
  'dev-accounts',
  'op-stack',
  'pools/create',
  'anvil/rpc',
  'anvil/send-from',
])
const anvil = await start()
try {
  const addresses = async () => Object.keys(await sources.dumpAccounts(anvil.rpc))
  const split = createSplit()
  const contracts = await deployFoundation({ ...sources, rpc: anvil.rpc })
  const foundation = await sources.dumpAccounts(anvil.rpc)
  const pools = await sources.createPools(anvil.rpc, contracts)
  for (const { plan, address } of pools) split.claim(memberOf(familyOfVenue, plan.venue), [address])
  split.claim('common', await addresses())
  const deployed = await deployFamilies({ ...sources, rpc: anvil.rpc }, contracts, async (family) =>
    split.claim(family, await addresses()),
  )
  const state = await sources.dumpAccounts(anvil.rpc)
  const written = {
    'src/sandbox/state/foundation.data.json': textOf(foundation),
    ...split.files(state),
    'src/sandbox/addresses.gen.ts': describe(contracts, pools, deployed.pools),
    [venuesFile]: describeVenues(deployed.venues),
    'LICENSES/recorded-code.json': describeRecorded([foundation, state, await sources.opStackAccounts()]),
  }
  if (process.argv.includes('--check')) check(written)
  else write(written)
  console.error(`${pools.length + deployed.pools.length} pools, ${Object.keys(state).length} accounts`)
} finally {
  anvil.kill()
}

/** Whether other families deploy pools than those whose venues were written. */
function haveFamiliesChanged() {
  const text = existsSync(venuesFile) ? readFileSync(venuesFile, 'utf8') : ''
  const written = new Set([...text.matchAll(/protocol: '([^']+)'/g)].map(([, family]) => family))
  const deploying = listFamilies('deploy.mjs')
  return deploying.length !== written.size || deploying.some((family) => !written.has(family))
}

async function start() {
  const port = await freePort()
  const free = ['--gas-price', 0, '--block-base-fee-per-gas', 0]
  // Else each dump, one a family, would carry every transaction so far, which takes five times as long.
  const forgetful = ['--transaction-block-keeper', 1]
  const place = ['--host', '127.0.0.1', '--port', port]
  const flags = ['--quiet', ...place, '--timestamp', builtAt, '--accounts', 0, ...free, ...forgetful]
  const child = spawn(sources.anvilBinary(), flags.map(String), { stdio: 'ignore' })
  const rpc = sources.createRpc(`http://127.0.0.1:${port}`)
  for (let tries = 0; (await rpc('eth_chainId').catch(() => undefined)) === undefined; tries++) {
    if (tries > 200) throw new Error('anvil does not answer')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  await rpc('anvil_setBlockTimestampInterval', 1)
  await rpc('anvil_autoImpersonateAccount', true)
  return { rpc, kill: () => child.kill() }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/**
 * @param {Contracts} contracts
 * @param {readonly SandboxPool[]} pools
 * @param {readonly DeployedPool[]} deployed
 */
function describe(contracts, pools, deployed) {
  /** @param {string} value */
  const text = (value) => `'${value}'`
  /** @param {[symbol: string, token: Contracts['tokens']['WETH']]} entry */
  const token = ([symbol, { address, decimals }]) =>
    `    ${text(symbol)}: { address: evm(${text(getAddress(address))}), decimals: ${decimals} },`
  /** @param {[name: string, address: string]} entry */
  const factory = ([name, address]) => `    ${text(name)}: evm(${text(getAddress(address))}),`
  /** @param {SandboxPool} pool */
  const pool = ({ plan, address }) =>
    `  { venue: ${text(plan.venue)}, pair: [${plan.pair.map(text).join(', ')}], feePpm: ${'feePpm' in plan ? plan.feePpm : 3_000}, address: evm(${text(getAddress(address))}) },`
  /** @param {DeployedPool} pool */
  const deployedPool = ({ venue, symbols, feePpm, address }) =>
    `  { venue: ${text(venue)}, symbols: [${symbols.map(text).join(', ')}], feePpm: ${feePpm}, address: evm(${text(getAddress(address))}) },`
  return [
    '// Written by scripts/build-sandbox-state.mjs. Do not edit.',
    "import { evm } from '#domain/units'",
    '',
    'export const sandboxGround = {',
    '  tokens: {',
    ...Object.entries(contracts.tokens).map(token),
    '  },',
    '  factories: {',
    ...Object.entries(contracts.factories).map(factory),
    '  },',
    `  filler: evm(${text(getAddress(contracts.filler))}),`,
    `  treasury: evm(${text(getAddress(contracts.treasury))}),`,
    '} as const',
    '',
    'export const sandboxPools = [',
    ...pools.map(pool),
    '] as const',
    '',
    '/** Pools of the families that have a `sandbox/deploy.mjs`. */',
    'export const familyPools = [',
    ...deployed.map(deployedPool),
    '] as const',
    '',
  ].join('\n')
}

/** @param {Files} files */
function write(files) {
  for (const path of leftOver(files)) rmSync(path)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    console.error(`${path} ${text.length} characters`)
  }
}

/** @param {Files} files */
function check(files) {
  const stale = Object.entries(files).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  for (const path of [...stale.map(([path]) => path), ...leftOver(files)]) {
    console.error(`${path} is out of date. Run: node scripts/build-sandbox-state.mjs`)
    process.exitCode = 1
  }
}

/**
 * Parts of families that no longer have an account: they would be read as if they had.
 * @param {Files} files
 */
function leftOver(files) {
  return listParts().filter((path) => files[path] === undefined)
}
