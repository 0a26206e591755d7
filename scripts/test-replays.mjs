/**
 * `npm run test:replays`: 500 recorded quotes of the sandbox over all families, each replayed to the wei with the network
 * blocked, as recorded and redacted; the result is written to `test/debugging/replays-result.json`. With
 * `SWAPLINE_CORPUS=test/debugging/corpus` one bundle of each shape is written there.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_REPLAYS: '500',
  SWAPLINE_REPLAYS_RESULT: 'test/debugging/replays-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/debugging/recorded-quotes.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
