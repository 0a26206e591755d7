/**
 * `npm run test:allowances`: 200 swaps of one account and token by 8 processes of the built program, in each of five
 * lanes; the result is written to `test/trade/parallel-swaps-result.json`.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_PARALLEL_SWAPS: '200',
  SWAPLINE_PARALLEL_PROCESSES: '8',
  SWAPLINE_PARALLEL_RESULT: 'test/trade/parallel-swaps-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/trade/parallel-swaps.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
