/**
 * `npm run test:sandwich`: a bot tries to take more from 1,000 swaps than their quotes print; the result is written to
 * `test/sandwich/sandwich-result.json`. `npm test` runs a few.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_SANDWICHES: '1000',
  SWAPLINE_SANDWICH_RESULT: 'test/sandwich/sandwich-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/sandwich/sandwich.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
