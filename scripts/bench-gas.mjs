/**
 * Gas of our router compared with Uniswap's own routers and its UniversalRouter 2.1, whole transactions on one state.
 * Their bytecode comes from npm packages installed separately, in bench/gas. `--json`: one line per case.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { adapterPaths } from './contracts/standard-json.mjs'
import { routerSources, writeBuilt } from './forge/build.mjs'
import { forge } from './forge/run.mjs'

const built = 'contracts/cache/built.json'
const permit2 = 'contracts/cache/permit2.hex'
const peers = 'bench/gas/node_modules/@uniswap'
const taken = 'contracts/cache/gas/GasTest.json'

/**
 * Goals in gas; for an affiliate, the output through the router and an order: the gas added to the plain swap. The last
 * two print without a goal.
 * @type {Record<string, number | { above: string, by: number } | null>}
 */
const goals = {
  'V2, 1 hop': 83_400,
  'V2, 2 hops': 124_100,
  'V3, 1 hop': 112_600,
  'V3, 2 hops': 198_400,
  'split V2 + V3': 154_500,
  'V2, native in': 88_200,
  'V2, native out': 100_100,
  'V3, native in': 116_500,
  'V3, 1 hop, affiliate': { above: 'V3, 1 hop', by: 9_000 },
  'V3, 1 hop, through the router': { above: 'V3, 1 hop', by: 6_600 },
  'V3, 1 hop, order': { above: 'V3, 1 hop', by: 19_200 },
  'V3, 1 hop, affiliate who held none': null,
  'V3, 1 hop, order on a fresh nonce word': null,
}

if (!existsSync(peers)) {
  const { status } = spawnSync('npm', ['ci', '--prefix', 'bench/gas'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('could not install what bench/gas/package.json names')
}
writeBuilt(built, routerSources(adapterPaths()))
writeFileSync(permit2, permit2Code())
rmSync(taken, { force: true })
const { status, stdout } = forge({ built, profile: 'full', stdio: 'pipe', more: { SWAPLINE_PERMIT2: permit2 } }, [
  'test',
  '--isolate',
  '--match-path',
  'contracts/forge/gas/*',
])
if (status !== 0) throw new Error(stdout)

/** @type {Record<string, string>} */
const gas = JSON.parse(readFileSync(taken, 'utf8'))
const rows = Object.entries(goals).map(([name, goal]) => row(name, goal))
if (process.argv.includes('--json')) for (const one of rows) console.log(JSON.stringify(one))
else console.table(rows)

/**
 * @param {string} name
 * @param {number | { above: string, by: number } | null} goal
 */
function row(name, goal) {
  /**
   * @param {string} whose
   * @param {string} of
   */
  const used = (whose, of = name) => (gas[`${of}|${whose}`] === undefined ? null : Number(gas[`${of}|${whose}`]))
  const ours = used('ours')
  const limit = goal === null || typeof goal === 'number' ? goal : (used('ours', goal.above) ?? 0) + goal.by
  const met = limit === null ? null : ours !== null && ours <= limit
  return { case: name, ours, goal: limit, uniswap: used('uniswap'), universalRouter: used('universalRouter'), met }
}

/** Permit2's deployed code, the same on every network, from the tests of Uniswap v4. */
function permit2Code() {
  const text = readFileSync(`${peers}/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol`, 'utf8')
  const code = /hex"([0-9a-f]{1000,})"/.exec(text)?.[1]
  if (code === undefined) throw new Error('there is no code in DeployPermit2.sol')
  return `0x${code}`
}
