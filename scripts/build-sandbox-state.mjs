/**
 * Builds the sandbox: deploys the real AMM contracts from npm on an empty anvil, then lays the pools.
 *
 *   node scripts/build-sandbox-state.mjs           writes src/sandbox/state/*.json.gz and what the sources know of it
 *   node scripts/build-sandbox-state.mjs --check   fails where any of it would change
 *
 * Two states come of it. The foundation holds tokens, factories and accounts but no pools: from it the
 * sandbox of any other network is made. The full state has the pools as well. Both are accounts as a genesis
 * block takes them: a chain that starts from them has one block and a clean history. Beside them the list of whose code
 * they hold is written.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { getAddress } from 'ethers'
import { describeRecorded } from './licences/attribute.mjs'
import { describeVenues, layFamilies } from './sandbox-state/families.mjs'
import { layFoundation } from './sandbox-state/foundation.mjs'

/** Any fixed moment: the same build gives the same bytes. A sandbox that starts sets the clock to now. */
const builtAt = 1_750_000_000

const sources = await loadSources(['accounts', 'anvil-binary', 'dev-accounts', 'lay-pools', 'rpc', 'send-from'])
const anvil = await start()
try {
  const ground = await layFoundation({ ...sources, rpc: anvil.rpc })
  const foundation = await sources.dumpAccounts(anvil.rpc)
  const pools = await sources.layPools(anvil.rpc, ground)
  const laid = await layFamilies({ ...sources, rpc: anvil.rpc }, ground)
  const state = await sources.dumpAccounts(anvil.rpc)
  const written = {
    'src/sandbox/state/foundation.json.gz': JSON.stringify(foundation),
    'src/sandbox/state/state.json.gz': JSON.stringify(state),
    'src/sandbox/addresses.gen.ts': describe(ground, pools, laid.pools),
    'src/networks/entries/sandbox-venues.gen.ts': describeVenues(laid.venues),
    'LICENSES/recorded-code.json': describeRecorded([foundation, state]),
  }
  if (process.argv.includes('--check')) check(written)
  else write(written)
  console.error(`${pools.length + laid.pools.length} pools, ${Object.keys(state).length} accounts`)
} finally {
  process.kill(anvil.pid)
}

/** The program's own sources, so that it and this script lay pools by the same code. */
async function loadSources(names) {
  const contents = names.map((name) => `export * from './${name}.ts'`).join('\n')
  const resolveDir = new URL('../src/sandbox', import.meta.url).pathname
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}

async function start() {
  const port = await freePort()
  const free = ['--gas-price', 0, '--block-base-fee-per-gas', 0]
  const flags = ['--quiet', '--host', '127.0.0.1', '--port', port, '--timestamp', builtAt, '--accounts', 0, ...free]
  const child = spawn(sources.anvilBinary(), flags.map(String), { stdio: 'ignore' })
  const rpc = sources.createRpc(`http://127.0.0.1:${port}`)
  for (let tries = 0; (await rpc('eth_chainId').catch(() => undefined)) === undefined; tries++) {
    if (tries > 200) throw new Error('anvil does not answer')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  await rpc('anvil_setBlockTimestampInterval', 1)
  await rpc('anvil_autoImpersonateAccount', true)
  return { pid: child.pid, rpc }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function describe(ground, pools, laid) {
  const text = (value) => `'${value}'`
  const token = ([symbol, { address, decimals }]) =>
    `    ${text(symbol)}: { address: evm(${text(getAddress(address))}), decimals: ${decimals} },`
  const factory = ([name, address]) => `    ${text(name)}: evm(${text(getAddress(address))}),`
  const pool = ({ plan, address }) =>
    `  { venue: ${text(plan.venue)}, pair: [${plan.pair.map(text).join(', ')}], feePpm: ${plan.feePpm ?? 3_000}, address: evm(${text(getAddress(address))}) },`
  const laidPool = ({ venue, symbols, feePpm, address }) =>
    `  { venue: ${text(venue)}, symbols: [${symbols.map(text).join(', ')}], feePpm: ${feePpm}, address: evm(${text(getAddress(address))}) },`
  return [
    '// Written by scripts/build-sandbox-state.mjs. Do not edit.',
    "import { evm } from '#domain/units'",
    '',
    'export const sandboxGround = {',
    '  tokens: {',
    ...Object.entries(ground.tokens).map(token),
    '  },',
    '  factories: {',
    ...Object.entries(ground.factories).map(factory),
    '  },',
    `  filler: evm(${text(getAddress(ground.filler))}),`,
    `  treasury: evm(${text(getAddress(ground.treasury))}),`,
    '} as const',
    '',
    'export const sandboxPools = [',
    ...pools.map(pool),
    '] as const',
    '',
    '/** Pools of the families in scripts/sandbox-state/families. */',
    'export const familyPools = [',
    ...laid.map(laidPool),
    '] as const',
    '',
  ].join('\n')
}

function write(files) {
  mkdirSync('src/sandbox/state', { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(path, path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
    console.error(`${path} ${text.length} characters`)
  }
}

function check(files) {
  for (const [path, text] of Object.entries(files)) {
    const bytes = readFileSync(path)
    if ((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() === text) continue
    console.error(`${path} is out of date. Run: node scripts/build-sandbox-state.mjs`)
    process.exitCode = 1
  }
}
