/**
 * `npm run test:batch`: a batch of 200 rows over two networks, 50 kills at each named point, and 600 rounds of random
 * kills, about 1,000 of them; the results are written to `test/batch`.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_BATCH_ROWS: '200',
  SWAPLINE_BATCH_KILLS: '50',
  SWAPLINE_BATCH_RANDOM: '600',
  SWAPLINE_BATCH_RESULT: 'test/batch/kills-result.json',
  SWAPLINE_BATCH_ROWS_RESULT: 'test/batch/rows-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/batch/kills.test.ts', 'test/batch/rows.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
