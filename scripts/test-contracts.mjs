/**
 * Fuzz, invariant and attack tests of the router's own bytes, by forge, offline. `--full` runs 100,000 times each
 * fuzz test and 1,000 times 50 calls each invariant, and writes what came of it to contracts/forge/RESULT.json.
 * Other words go to `forge test`: `npm run test:contracts -- --match-test NativeOut -vvv`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { keccak256 } from 'ethers'
import { routerSources, writeBuilt } from './forge/build.mjs'
import { forge, seed } from './forge/run.mjs'

const words = process.argv.slice(2).filter((word) => word !== '--full')
const full = words.length < process.argv.length - 2
// Apart, so that a short run beside a long one does not change what that is about.
const built = `contracts/cache/${full ? 'full' : 'built'}.json`

writeBuilt(built, routerSources())
const started = Date.now()
const base = ['test', '--fuzz-seed', seed, '--match-path', 'forge/*.t.sol']
if (full) runInFull()
else process.exitCode = forge({ built }, [...base, ...words]).status ?? 1

function runInFull() {
  const { stdout, status } = forge({ built, profile: 'full', stdio: 'pipe' }, [...base, '--json', ...words])
  const suites = JSON.parse(stdout.slice(stdout.indexOf('{')))
  const tests = Object.entries(suites).flatMap(([suite, { test_results: results }]) =>
    Object.entries(results).map(([name, result]) => row(suite, name, result)),
  )
  const result = {
    router: keccak256(JSON.parse(readFileSync(built, 'utf8')).SwapRouter),
    seed,
    seconds: Math.round((Date.now() - started) / 1000),
    passed: tests.filter(({ passed }) => passed).length,
    failed: tests.filter(({ passed }) => !passed).length,
    tests,
  }
  writeFileSync('contracts/forge/RESULT.json', `${JSON.stringify(result, null, 2)}\n`)
  for (const { test, why } of tests.filter(({ passed }) => !passed)) console.error(`${test}: ${why}`)
  console.log(`${result.passed} passed, ${result.failed} failed in ${result.seconds} s: contracts/forge/RESULT.json`)
  process.exitCode = status ?? 1
}

/** @returns a test's name, and of a fuzz or invariant test how often it ran */
function row(suite, name, { status, reason, kind }) {
  const { runs, calls, reverts } = kind.Fuzz ?? kind.Invariant ?? {}
  const test = `${suite.replace(/^.*:/, '')}.${name.replace(/\(.*/, '')}`
  return { test, passed: status === 'Success', runs, calls, reverts, why: reason ?? undefined }
}
