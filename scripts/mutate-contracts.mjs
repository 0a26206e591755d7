/**
 * Plants bugs in the router, the crossing contract and the adapters, one at a time, and checks that the contract tests
 * notice. First checks that the tests pass without a bug. Words select mutants by name, which for an adapter begins with
 * its contract's name, for the crossing contract with «crossing:», for its bridges with «cctp:» and «stargate:»: `npm run
 * mutate:contracts -- nonce`, `npm run mutate:contracts -- Psm`. Verdicts on the same bytecode by the same tests are reused, so an interrupted run can be
 * resumed. Which test noticed which bug is written to contracts/forge/MUTANTS.json: by a run of all mutants; one of some
 * renews their rows, as long as the router and the versions are those of the table. Two run at once.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { id, keccak256 } from 'ethers'
import solc from 'solc'
import { adapterPaths } from './contracts/standard-json.mjs'
import { codesOf, routerSources, writeCodes } from './forge/build.mjs'
import { readFamilyMutants } from './forge/family-mutants.mjs'
import { mutants } from './forge/mutants.mjs'
import { cctpMutants } from './forge/mutants-cctp.mjs'
import { crossingMutants } from './forge/mutants-crossing.mjs'
import { legMutants } from './forge/mutants-legs.mjs'
import { stargateMutants } from './forge/mutants-stargate.mjs'
import { protocols, suiteEnding, testPaths } from './forge/paths.mjs'
import { forgeAside, forgeVersion, seed } from './forge/run.mjs'

/**
 * @import { Build, Codes } from './forge/build.mjs'
 * @import { Mutant } from './forge/family-mutants.mjs'
 * @typedef {{ passed: boolean, by?: string | undefined, words?: string }} Verdict
 * @typedef {{ bug: string, file: string, by: string | null | undefined }} Row
 */

const table = 'contracts/forge/MUTANTS.json'
const cache = 'contracts/cache/mutants'
const found = `${cache}/found.json`
/** The bytecode need not equal the deployed one: without the optimizer it compiles in half the time. */
const quickly = { optimizer: { enabled: false, runs: 1 } }
/**
 * The suites of contracts/forge/router that most likely notice a bug in a file of contracts/src: first, for speed.
 * @type {Readonly<Record<string, string>>}
 */
const likely = {
  SwapRouter: '{Swap,Order,Native,Delivery,Payout,Entries}',
  Fee: '{Fee,Order}',
  Payout: 'Payout',
  Permit: 'Permit',
  'orders/Nonces': 'Order',
  'orders/Order': 'Order',
  'orders/Signature': 'Order',
  'lib/Slots': '{Reentry,Callback,Vault}',
  'lib/Native': '{Native,FakeWrapped,Answers}',
  'lib/Token': '{Tokens,Answers}',
  'lib/Bubble': '{Answers,Reentry}',
  'lib/Words': '{Swap,Reentry}',
  'storage/Words': '{Swap,Words}',
  'legs/Callback': '{Callback,Answers}',
  'legs/Leg': '{Native,Held,Hooks,Delivery}',
  'legs/Legs': '{Swap,Held,Routes}',
  'legs/Pull': '{Callback,Vault}',
  'legs/Push': '{Swap,Tokens,Answers}',
  'legs/Vault': '{Vault,Hooks,Answers}',
  'legs/Wide': '{Vault,Hooks}',
}
const everywhere = '**/*'
const ofCrossing = 'contracts/forge/crossing/*'
const ofCctp = 'contracts/forge/crossing/Cctp*'
const ofStargate = 'contracts/forge/crossing/Stargate*'
const withAdapters = 'contracts/forge/adapters/Invariants'

const words = process.argv.slice(2)
/** @type {Mutant[]} */
const ofRouter = [...mutants, ...legMutants, ...crossingMutants, ...cctpMutants, ...stargateMutants].map(
  ([name, file, from, to]) => [name, pathOf(file), from, to],
)
const all = [...ofRouter, ...(await readFamilyMutants(adapterPaths()))]
const chosen = all.filter(([name]) => words.every((word) => name.includes(word)))
if (chosen.length === 0) throw new Error('no mutant has such a name')
const sources = routerSources(adapterPaths())
const tests = testSources()
/** @type {Record<string, Verdict>} */
const verdicts = existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : {}
const started = Date.now()

for (const build of new Set(chosen.map(([, path]) => buildOf(path)))) {
  const needed = new Set(chosen.filter(([, path]) => buildOf(path) === build).flatMap(([, path]) => suitesOf(path)))
  const suites = needed.has(everywhere) ? [everywhere] : [...needed]
  const { passed, words: why } = await known(codesOf(sources, build, quickly), { build, suites })
  if (!passed) throw new Error(`the tests fail where no bug is planted:\n${why}`)
  console.log(`no bug planted, the ${build} build: the tests pass`)
}

/** @type {Row[]} */
const rows = []
const waiting = [...chosen.entries()]
await Promise.all([0, 1].map(tryAll))
const killed = rows.filter(({ by }) => by !== null).length
console.log(`killed ${killed} of ${rows.length} in ${Math.round((Date.now() - started) / 1000)} s`)
if (killed < rows.length) process.exitCode = 1
const versions = { solc: solc.version(), forge: forgeVersion(), seed, router: keccak256(codesOf(sources).SwapRouter) }
const isWhole = rows.length === all.length
const last = JSON.parse(readFileSync(table, 'utf8'))
if (isWhole || Object.entries(versions).every(([name, value]) => last[name] === value)) {
  const byBug = new Map([...(isWhole ? [] : last.mutants), ...rows].map((/** @type {Row} */ row) => [row.bug, row]))
  const kept = all.flatMap(([name]) => byBug.get(name) ?? [])
  const count = { killed: kept.filter(({ by }) => by !== null).length, of: kept.length }
  writeFileSync(table, `${JSON.stringify({ ...versions, ...count, mutants: kept }, null, 2)}\n`)
}

/** @param {number} place index of the worker: each has files of its own */
async function tryAll(place) {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [at, mutant] = next
    rows[at] = await tried(mutant, place)
  }
}

/**
 * @param {Mutant} mutant
 * @param {number} place
 * @returns {Promise<Row>} the bug, its file, and the first test that noticed it; null if none did
 */
async function tried([name, path, from, to], place) {
  const parts = sources[path]?.split(from) ?? []
  if (parts.length !== 2)
    throw new Error(`«${name}»: its text is found ${Math.max(0, parts.length - 1)} times in ${path}`)
  const build = buildOf(path)
  const codes = codesOf({ ...sources, [path]: parts.join(to) }, build, quickly)
  if (keyOf(codes) === keyOf(codesOf(sources, build, quickly))) throw new Error(`«${name}» changes nothing`)
  const { passed, by } = await known(codes, { build, suites: suitesOf(path), place })
  console.log(passed ? `SURVIVED  ${name}` : `killed  ${name}: ${by}`)
  return { bug: name, file: path, by: passed ? null : by }
}

/** @param {string} file as `likely` names it */
function pathOf(file) {
  return `contracts/src/${file}.sol`
}

/**
 * The build that contains a file: each build has its own `Words.sol`.
 * @param {string} path
 * @returns {Build}
 */
function buildOf(path) {
  return path === pathOf('storage/Words') ? 'storage' : 'cancun'
}

/**
 * @returns patterns of the test files that can notice a bug in the file at `path`, in the order of trial
 * @param {string} path
 */
function suitesOf(path) {
  if (path.startsWith(protocols)) return [`${posix.dirname(path)}/forge/*`, withAdapters]
  if (path.startsWith('contracts/src/crossing/cctp/')) return [ofCctp]
  if (path.startsWith('contracts/src/crossing/stargate/')) return [ofStargate]
  if (path.startsWith('contracts/src/crossing/')) return [ofCrossing]
  if (path === pathOf('legs/Adapter')) return [withAdapters, everywhere]
  const [, suites] = Object.entries(likely).find(([file]) => path === pathOf(file)) ?? []
  return [...(suites === undefined ? [] : [`contracts/forge/router/${suites}`]), everywhere]
}

/**
 * The verdict of the same tests on these codes, from the cache or a new run.
 * @param {Codes} codes
 * @param {{ build: Build, suites: readonly string[], place?: number }} tested
 * @returns {Promise<Verdict>}
 */
async function known(codes, { build, suites, place = 0 }) {
  const key = id(keyOf(codes) + suites.join() + tests)
  const before = verdicts[key]
  if (before !== undefined) return before
  const built = `${cache}/${place}.json`
  writeCodes(built, codes, build)
  const verdict = await firstThatFails(built, suites, place)
  verdicts[key] = verdict
  writeFileSync(found, JSON.stringify(verdicts))
  return verdict
}

/** @param {Codes} codes */
function keyOf(codes) {
  return JSON.stringify(codes)
}

/** Everything that forge compiles, and its settings, as one text. */
function testSources() {
  return ['contracts/foundry.toml', ...testPaths()].map((path) => readFileSync(path, 'utf8')).join('')
}

/**
 * Whether all tests of all suites pass, and the first failure.
 * @param {string} built
 * @param {readonly string[]} suites
 * @param {number} place
 * @returns {Promise<Verdict>}
 */
async function firstThatFails(built, suites, place) {
  for (const pattern of suites) {
    const result = await passes(built, pattern, place)
    if (!result.passed) return result
  }
  return { passed: true }
}

/**
 * @param {string} built
 * @param {string} suites a pattern of the test files' names, without their ending
 * @param {number} place
 * @returns {Promise<Verdict>}
 */
async function passes(built, suites, place) {
  const failures = `${cache}/failures-${place}`
  rmSync(failures, { recursive: true, force: true }) // otherwise forge retries the failures of another bug first
  const dirs = ['FOUNDRY_FUZZ_FAILURE_PERSIST_DIR', 'FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR']
  const more = Object.fromEntries(dirs.map((name) => [name, resolve(failures)]))
  const match = ['--match-path', `${suites}${suiteEnding}`]
  const { status, stdout } = await forgeAside({ built, profile: 'mutants', more }, [
    ...['test', '--fuzz-seed', seed],
    ...match,
    '--fail-fast',
  ])
  const by = /\[FAIL.*?\] (\w+)\(/.exec(stdout)?.[1] ?? (stdout.includes('[FAIL') ? 'an invariant' : undefined)
  if (status !== 0 && by === undefined) throw new Error(`forge did not test:\n${stdout}`)
  return { passed: status === 0, by, words: status === 0 ? '' : stdout }
}
