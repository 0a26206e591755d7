/** The long run of the contract tests: both builds, one suite per core, with a record of the results. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, type } from 'node:os'
import { keccak256, toUtf8Bytes } from 'ethers'
import solc from 'solc'
import { builds, writeBuilt } from './build.mjs'
import { suiteEnding, testPaths } from './paths.mjs'
import { forge, forgeAside, forgeVersion, seed } from './run.mjs'

/**
 * @import { Build, Sources } from './build.mjs'
 * @typedef {{ build: Build, built: string, router: string }} Built
 * @typedef {Built & { suite: string, file: string, sources: string }} Suite
 * @typedef {{ runs?: number, calls?: number, reverts?: number }} Runs
 * @typedef {object} Outcome of a test as forge says it
 * @property {string} status
 * @property {string} [reason]
 * @property {{ Fuzz?: Runs, Invariant?: Runs }} kind
 * @property {unknown} [counterexample]
 * @typedef {object} Test
 * @property {string} test
 * @property {boolean} passed
 * @property {number | undefined} [runs]
 * @property {number | undefined} [calls]
 * @property {number | undefined} [reverts]
 * @property {string | undefined} [why]
 * @property {unknown} [counterexample]
 * @typedef {object} SuiteResult
 * @property {string} build
 * @property {string} router
 * @property {string} suite
 * @property {string} sources
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {number} runs
 * @property {number} calls
 * @property {readonly Test[]} tests
 * @typedef {{ seed: string, forge: string, solc: string, suites: readonly SuiteResult[] }} RunRecord
 */

/**
 * Separate from other runs, so that they do not interfere; emptied first, because forge retries earlier failures before
 * anything else.
 */
const cache = 'contracts/cache/full'

/**
 * Skips suites that an earlier run passed with the same router and the same tests, so that an interrupted run is
 * resumed.
 * @param {{ quick: boolean, sources: Record<string, string> }} context quick: few runs, nothing skipped, and the result
 * in the cache; sources: as `routerSources` reads them
 * @param {readonly string[]} words for each `forge test`
 * @returns {Promise<number>} exit status
 */
export async function testInFull({ quick, sources }, words) {
  const result = quick ? `${cache}/RESULT.json` : 'contracts/forge/RESULT.json'
  const profile = quick ? 'mutants' : 'full'
  rmSync(cache, { recursive: true, force: true })
  const order = prepareBuilds(sources).flatMap((build) =>
    suiteFiles().map((file) => ({ ...build, suite: nameOf(file), file, sources: sourcesOf(file, build) })),
  )
  const kept = quick || words.length > 0 ? [] : passedBefore(result)
  /** @type {Map<Suite, SuiteResult>} */
  const done = new Map()
  for (const suite of order) for (const one of kept) if (isOf(suite, one)) done.set(suite, one)
  const left = order.filter((suite) => !done.has(suite))
  if (done.size > 0) console.log(`${done.size} suites passed in an earlier run, ${left.length} to go`)
  const waiting = left.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  const work = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      const tested = await testSuite({ profile }, suite, words)
      done.set(suite, tested)
      console.log(line(tested))
      // After each suite, so that an interrupted run can be resumed.
      const suites = order.flatMap((one) => done.get(one) ?? [])
      writeFileSync(result, `${JSON.stringify(summary(suites), null, 2)}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const { passed, failed } = summary([...done.values()])
  console.log(`${passed} passed, ${failed} failed: ${result}`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Forge's cache of the compiled tests: they are the same for both builds, so they compile once. */
const places = { FOUNDRY_CACHE_PATH: cache, FOUNDRY_OUT: `${cache}/out` }
/**
 * Recorded failures of one build must not seed the other.
 * @param {Build} build
 */
const failuresOf = (build) => ({
  FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: `${cache}/${build}`,
  FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: `${cache}/${build}`,
})

/**
 * Compiles the tests and the router of each build. @throws Error with forge's output if the tests do not compile
 * @param {Sources} sources
 * @returns {readonly Built[]}
 */
function prepareBuilds(sources) {
  const made = builds.map((build) => {
    const built = `${cache}/${build}.json`
    writeBuilt(built, sources, build)
    return { build, built, router: keccak256(JSON.parse(readFileSync(built, 'utf8')).SwapRouter) }
  })
  const { status, stdout } = forge({ built: `${cache}/${builds[0]}.json`, stdio: 'pipe', more: places }, ['build'])
  if (status !== 0) throw new Error(`the tests do not compile:\n${stdout}`)
  return made
}

function suiteFiles() {
  return testPaths().filter((path) => path.endsWith(suiteEnding))
}

/**
 * @returns hash of the inputs of `file`: the file itself, the shared sources, the settings, and all codes
 * @param {string} file
 * @param {Built} build
 */
function sourcesOf(file, { built }) {
  const shared = testPaths().filter((path) => !path.endsWith(suiteEnding))
  const paths = [...shared, file, 'contracts/foundry.toml', built]
  return keccak256(toUtf8Bytes(paths.map((path) => readFileSync(path, 'utf8')).join('\n')))
}

/**
 * @returns the suites without failures in the record at `path`; none if its seed or forge version differ
 * @param {string} path
 */
function passedBefore(path) {
  if (!existsSync(path)) return []
  /** @type {RunRecord} */
  const record = JSON.parse(readFileSync(path, 'utf8'))
  const isSame = record.seed === seed && record.forge === forgeVersion() && record.solc === solc.version()
  return isSame ? record.suites.filter((suite) => suite.failed === 0) : []
}

/** @type {readonly (keyof Suite & keyof SuiteResult)[]} */
const identity = ['build', 'router', 'suite', 'sources']
/**
 * @param {Suite} suite
 * @param {SuiteResult} result
 */
const isOf = (suite, result) => identity.every((key) => suite[key] === result[key])

/**
 * `Swap`, `adapters/Invariants`, `psm/Psm`.
 * @param {string} file
 */
const nameOf = (file) =>
  file
    .replace(/^(contracts\/forge\/(router\/)?|src\/protocols\/)/, '')
    .replace('/forge/', '/')
    .replace(suiteEnding, '')

/**
 * Started first: it takes as long as all others together.
 * @param {Suite} suite
 */
const isLong = ({ file }) => file === 'contracts/forge/router/Invariants.t.sol'

/**
 * One thread per suite: as many suites run at once as there are cores.
 * @param {{ profile: string }} context
 * @param {Suite} suite
 * @param {readonly string[]} words
 * @returns {Promise<SuiteResult>}
 */
async function testSuite({ profile }, { build, built, router, suite, file, sources }, words) {
  const asked = ['test', '--fuzz-seed', seed, '--threads', '1', '--match-path', file, '--json', ...words]
  const started = Date.now()
  const { stdout, status, signal } = await forgeAside(
    { built, profile, more: { ...places, ...failuresOf(build) } },
    asked,
  )
  const tests = testsOf(stdout) ?? [nothingTested(signal ?? status, stdout)]
  return { build, router, suite, sources, seconds: secondsSince(started), ...counts(tests), tests }
}

/**
 * A suite that forge did not finish counts as failed, and the others go on.
 * @param {number | string | null} status
 * @param {string} stdout
 * @returns {Test}
 */
const nothingTested = (status, stdout) => ({
  test: 'forge',
  passed: false,
  why: `ended with ${status}: ${stdout.slice(-1000)}`,
})

/**
 * @param {string} stdout
 * @returns each test of forge's JSON, or undefined if there is none. The JSON is one line of forge's output, by suite;
 * a failing invariant prints a line of its own before.
 */
function testsOf(stdout) {
  const json = stdout.split('\n').find((text) => text.startsWith('{"'))
  if (json === undefined) return undefined
  /** @type {Record<string, { test_results: Record<string, Outcome> }>} */
  const suites = JSON.parse(json)
  return Object.values(suites).flatMap(({ test_results: results }) =>
    Object.entries(results).map(([name, result]) => row(name, result)),
  )
}

/**
 * @returns a test's name, and the number of runs of a fuzz or invariant test
 * @param {string} name
 * @param {Outcome} outcome
 */
function row(name, { status, reason, kind, counterexample }) {
  const { runs, calls, reverts } = kind.Fuzz ?? kind.Invariant ?? {}
  const test = name.replace(/\(.*/, '')
  if (status === 'Success') return { test, passed: true, runs, calls, reverts }
  return { test, passed: false, runs, calls, reverts, why: reason, counterexample }
}

/** @param {readonly Test[]} tests */
function counts(tests) {
  /** @param {'runs' | 'calls'} key */
  const sum = (key) => tests.reduce((all, test) => all + (test[key] ?? 0), 0)
  const passed = tests.filter((test) => test.passed).length
  return { passed, failed: tests.length - passed, runs: sum('runs'), calls: sum('calls') }
}

/** @param {readonly SuiteResult[]} suites */
function summary(suites) {
  /** @param {'seconds' | 'passed' | 'failed' | 'runs' | 'calls'} key */
  const sum = (key) => suites.reduce((all, suite) => all + suite[key], 0)
  return {
    solc: solc.version(),
    forge: forgeVersion(),
    node: process.version,
    machine: { system: `${type()} ${arch()}`, cpu: cpus()[0]?.model, cores: availableParallelism() },
    seed,
    coreSeconds: sum('seconds'),
    passed: sum('passed'),
    failed: sum('failed'),
    runs: sum('runs'),
    calls: sum('calls'),
    suites,
  }
}

/** @param {SuiteResult} result */
function line({ build, suite, passed, failed, runs, calls, seconds, tests }) {
  const failures = tests.filter((test) => !test.passed).map(({ test, why }) => `\n  FAILED ${test}: ${why}`)
  const called = calls > 0 ? `, ${calls} calls` : ''
  return `${build} ${suite}: ${passed} passed, ${failed} failed, ${runs} runs${called}, ${seconds} s${failures.join('')}`
}

/** @param {number} started */
function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000)
}
