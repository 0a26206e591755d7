/**
 * Fuzz, invariant and attack tests of the bytecode of both router builds, by forge, offline. `--full` runs each fuzz
 * test 100,000 times and each invariant 1,000 times with 50 calls, one suite per core, and writes the result to
 * contracts/forge/RESULT.json. `--quick` is `--full` with few runs and its result next to the compiled bytecode, to
 * check that it works. Other words go to `forge test`: `npm run test:contracts -- --match-test NativeOut -vvv`.
 */
import { adapterPaths } from './contracts/standard-json.mjs'
import { builds, routerSources, writeBuilt } from './forge/build.mjs'
import { testInFull } from './forge/full.mjs'
import { forge, seed } from './forge/run.mjs'

/** @import { Build } from './forge/build.mjs' */

/**
 * The invariants run separately, so that few runs of each are many in total. The second build differs from the first in
 * where it stores a running swap's words: a quarter of the runs shows that, and saves a minute.
 * @type {Record<Build, Record<string, string>>}
 */
const runs = {
  cancun: { FOUNDRY_INVARIANT_RUNS: '25' },
  storage: { FOUNDRY_INVARIANT_RUNS: '6', FOUNDRY_FUZZ_RUNS: '250' },
}
/** Not the gas comparison, whose file has another ending. */
const suites = '**/*.t.sol'
const words = process.argv.slice(2).filter((word) => word !== '--full' && word !== '--quick')
const chosen = words.includes('--match-path') ? [] : ['--match-path', suites]
const full = process.argv.includes('--full')
const quick = process.argv.includes('--quick')

process.exitCode =
  full || quick ? await testInFull({ quick, sources: routerSources(adapterPaths()) }, words) : testBoth()

/** @returns the first exit status other than 0, else 0 */
function testBoth() {
  const sources = routerSources(adapterPaths())
  for (const build of builds) {
    const built = `contracts/cache/${build}.json`
    writeBuilt(built, sources, build)
    console.log(`the ${build} build`)
    const { status } = forge({ built, more: runs[build] }, ['test', '--fuzz-seed', seed, ...chosen, ...words])
    if (status !== 0) return status ?? 1
  }
  return 0
}
