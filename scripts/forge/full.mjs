/** The long run of the contract tests: both builds, one suite per core, with a record of the results. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, availableParallelism, cpus, type } from 'node:os'
import { keccak256, toUtf8Bytes } from 'ethers'
import { builds, writeBuilt } from './build.mjs'
import { suiteEnding, testPaths } from './paths.mjs'
import { forge, forgeAside, forgeVersion, seed } from './run.mjs'

const solc = createRequire(import.meta.url)('solc')
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
  const done = new Map(order.flatMap((suite) => kept.filter((one) => isOf(suite, one)).map((one) => [suite, one])))
  const left = order.filter((suite) => !done.has(suite))
  if (done.size > 0) console.log(`${done.size} suites passed in an earlier run, ${left.length} to go`)
  const waiting = left.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  const work = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      done.set(suite, await testSuite({ profile }, suite, words))
      console.log(line(done.get(suite)))
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
/** Recorded failures of one build must not seed the other. */
const failuresOf = (build) => ({
  FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: `${cache}/${build}`,
  FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: `${cache}/${build}`,
})

/** Compiles the tests and the router of each build. @throws Error with forge's output if the tests do not compile */
function prepareBuilds(sources) {
  const made = builds.map((build) => {
    const built = `${cache}/${build}.json`
    writeBuilt(built, sources, build)
    return { build, built, router: keccak256(JSON.parse(readFileSync(built, 'utf8')).SwapRouter) }
  })
  const { status, stdout } = forge({ built: made[0].built, stdio: 'pipe', more: places }, ['build'])
  if (status !== 0) throw new Error(`the tests do not compile:\n${stdout}`)
  return made
}

function suiteFiles() {
  return testPaths().filter((path) => path.endsWith(suiteEnding))
}

/** @returns hash of the inputs of `file`: the file itself, the shared sources, the settings, and all codes */
function sourcesOf(file, { built }) {
  const shared = testPaths().filter((path) => !path.endsWith(suiteEnding))
  const paths = [...shared, file, 'contracts/foundry.toml', built]
  return keccak256(toUtf8Bytes(paths.map((path) => readFileSync(path, 'utf8')).join('\n')))
}

/** @returns the suites without failures in the record at `path`; none if its seed or forge version differ */
function passedBefore(path) {
  if (!existsSync(path)) return []
  const record = JSON.parse(readFileSync(path, 'utf8'))
  const isSame = record.seed === seed && record.forge === forgeVersion() && record.solc === solc.version()
  return isSame ? record.suites.filter((suite) => suite.failed === 0) : []
}

const isOf = (suite, record) => ['build', 'router', 'suite', 'sources'].every((key) => suite[key] === record[key])

/** `Swap`, `adapters/Invariants`, `psm/Psm`. */
const nameOf = (file) =>
  file
    .replace(/^(contracts\/forge\/(router\/)?|src\/protocols\/)/, '')
    .replace('/forge/', '/')
    .replace(suiteEnding, '')

/** Started first: it takes as long as all others together. */
const isLong = ({ file }) => file === 'contracts/forge/router/Invariants.t.sol'

/** One thread per suite: as many suites run at once as there are cores. */
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

/** A suite that forge did not finish counts as failed, and the others go on. */
const nothingTested = (status, stdout) => ({
  test: 'forge',
  passed: false,
  why: `ended with ${status}: ${stdout.slice(-1000)}`,
})

/**
 * @returns each test of forge's JSON, or undefined if there is none. The JSON is one line of forge's output, by suite;
 * a failing invariant prints a line of its own before.
 */
function testsOf(stdout) {
  const json = stdout.split('\n').find((text) => text.startsWith('{"'))
  if (json === undefined) return undefined
  return Object.values(JSON.parse(json)).flatMap(({ test_results: results }) =>
    Object.entries(results).map(([name, result]) => row(name, result)),
  )
}

/** @returns a test's name, and the number of runs of a fuzz or invariant test */
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

function summary(suites) {
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

function line({ build, suite, passed, failed, runs, calls, seconds, tests }) {
  const failures = tests.filter((test) => !test.passed).map(({ test, why }) => `\n  FAILED ${test}: ${why}`)
  const called = calls > 0 ? `, ${calls} calls` : ''
  return `${build} ${suite}: ${passed} passed, ${failed} failed, ${runs} runs${called}, ${seconds} s${failures.join('')}`
}

function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000)
}
