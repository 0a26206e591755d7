/**
 * `npm run test:index`: a million generated creation logs, walked at the limits of a public endpoint, killed forty times
 * meanwhile; the result is written to `test/indexing/million-logs-result.json`. `npm test` walks a few.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_INDEX_LOGS: '1000000',
  SWAPLINE_INDEX_LOG_KILLS: '40',
  SWAPLINE_INDEX_RESULT: 'test/indexing/million-logs-result.json',
  ...process.env,
}
const file = 'test/indexing/million-logs.test.ts'
const vitest = ['node_modules/vitest/vitest.mjs', 'run', file]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
