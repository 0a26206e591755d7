/**
 * `npm run test:replacements`: two programs with one account swap, speed up and cancel at random for 500 rounds; the
 * result is written to `test/trade/replacement-rounds-result.json`. `npm test` runs a few.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_REPLACE_ROUNDS: '500',
  SWAPLINE_REPLACE_RESULT: 'test/trade/replacement-rounds-result.json',
  ...process.env,
}
const file = 'test/trade/replacement-rounds.test.ts'
const vitest = ['node_modules/vitest/vitest.mjs', 'run', file]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
