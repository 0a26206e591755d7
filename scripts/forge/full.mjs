/** The long run of the contract tests: suite by suite, from a clean start, with a record of what came of it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { keccak256 } from 'ethers'
import { builds, routerSources, writeBuilt } from './build.mjs'
import { forge, forgeVersion, seed } from './run.mjs'

const solc = createRequire(import.meta.url)('solc')
/**
 * Apart from the other runs', so that none changes what another is about; and emptied first, because forge tries again
 * what failed in an earlier run before it tries anything new.
 */
const cache = 'contracts/cache/full'

/**
 * @param {{ quick: boolean }} context few runs, and the result in the cache
 * @param {readonly string[]} words for each `forge test`
 * @returns {number} exit status
 */
export function testInFull({ quick }, words) {
  const result = quick ? `${cache}/RESULT.json` : 'contracts/forge/RESULT.json'
  const profile = quick ? 'mutants' : 'full'
  rmSync(cache, { recursive: true, force: true })
  const sources = routerSources()
  const started = Date.now()
  const suites = []
  for (const build of builds) {
    const built = `${cache}/${build}.json`
    writeBuilt(built, sources, build)
    const router = keccak256(JSON.parse(readFileSync(built, 'utf8')).SwapRouter)
    for (const file of suiteFiles()) {
      const suite = { build, router, ...testSuite({ built, profile }, file, words) }
      suites.push(suite)
      console.log(line(suite))
      // After each, so that a run that is cut short tells how far it came.
      writeFileSync(result, `${JSON.stringify(summary(suites, started), null, 2)}\n`)
    }
  }
  const { passed, failed, seconds } = summary(suites, started)
  console.log(`${passed} passed, ${failed} failed in ${seconds} s: ${result}`)
  return failed === 0 && passed > 0 ? 0 : 1
}

function suiteFiles() {
  return readdirSync('contracts/forge').filter((file) => file.endsWith('.t.sol'))
}

/** @throws Error with forge's words where it tested nothing, as when a test does not compile */
function testSuite({ built, profile }, file, words) {
  const more = { FOUNDRY_CACHE_PATH: 'cache/full', FOUNDRY_OUT: 'cache/full/out' }
  const asked = ['test', '--fuzz-seed', seed, '--match-path', `forge/${file}`, '--json', ...words]
  const started = Date.now()
  const { stdout, status, error } = forge({ built, profile, stdio: 'pipe', more }, asked)
  if (error !== undefined) throw error
  const tests = testsOf(stdout)
  if (tests === undefined) throw new Error(`forge said no more of ${file} than, with ${status}:\n${stdout}`)
  return { suite: file.replace('.t.sol', ''), seconds: secondsSince(started), ...counts(tests), tests }
}

/**
 * @returns each test of forge's JSON, or undefined where there is none. It is one line of what forge prints, by suite;
 * a failing invariant has one of its own before.
 */
function testsOf(stdout) {
  const json = stdout.split('\n').find((text) => text.startsWith('{"forge/'))
  if (json === undefined) return undefined
  return Object.values(JSON.parse(json)).flatMap(({ test_results: results }) =>
    Object.entries(results).map(([name, result]) => row(name, result)),
  )
}

/** @returns a test's name, and of a fuzz or invariant test how often it ran */
function row(name, { status, reason, kind, counterexample }) {
  const { runs, calls, reverts } = kind.Fuzz ?? kind.Invariant ?? {}
  const test = name.replace(/\(.*/, '')
  if (status === 'Success') return { test, passed: true, runs, calls, reverts }
  return { test, passed: false, runs, calls, reverts, why: reason, counterexample }
}

function counts(tests) {
  const sum = (key) => tests.reduce((all, test) => all + (test[key] ?? 0), 0)
  const passed = tests.filter((test) => test.passed).length
  return { passed, failed: tests.length - passed, runs: sum('runs'), calls: sum('calls') }
}

function summary(suites, started) {
  const sum = (key) => suites.reduce((all, suite) => all + suite[key], 0)
  return {
    solc: solc.version(),
    forge: forgeVersion(),
    seed,
    seconds: secondsSince(started),
    passed: sum('passed'),
    failed: sum('failed'),
    runs: sum('runs'),
    calls: sum('calls'),
    suites,
  }
}

function line({ build, suite, passed, failed, runs, calls, seconds, tests }) {
  const failures = tests.filter((test) => !test.passed).map(({ test, why }) => `\n  FAILED ${test}: ${why}`)
  const called = calls > 0 ? `, ${calls} calls` : ''
  return `${build} ${suite}: ${passed} passed, ${failed} failed, ${runs} runs${called}, ${seconds} s${failures.join('')}`
}

function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000)
}
