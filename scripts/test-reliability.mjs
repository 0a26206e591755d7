/**
 * `npm run test:reliability`: every fault at every command, 300 reorganizations, 1,000 kills; the result is written to
 * `test/reliability/reliability-result.json` and, as a table, to `docs/reliability.md`.
 * `-- --seed <n>`, `--lanes <n>`; `--only <case>` runs one case, prints its whole output and writes nothing.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bundled } from './bundled.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string' }, lanes: { type: 'string' } },
})
const path = 'test/reliability/reliability-result.json'
const env = {
  SWAPLINE_RELIABILITY_SEEDS: '15',
  SWAPLINE_RELIABILITY_REORGS: '300',
  SWAPLINE_RELIABILITY_KILLS: '1000',
  SWAPLINE_RELIABILITY_LANES: '6',
  ...process.env,
  ...(values.only === undefined ? { SWAPLINE_RELIABILITY_RESULT: path } : { SWAPLINE_RELIABILITY_ONLY: values.only }),
  ...(values.seed === undefined ? {} : { SWAPLINE_SEED: values.seed }),
  ...(values.lanes === undefined ? {} : { SWAPLINE_RELIABILITY_LANES: values.lanes }),
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/reliability/sample.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1

if (values.only === undefined) {
  const { reportOf } = await bundled('test/reliability/report.ts')
  writeFileSync('docs/reliability.md', reportOf(path))
}
