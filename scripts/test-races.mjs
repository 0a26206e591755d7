/**
 * `npm run test:races`: 16 clients in two processes use 20,000 quotes of one PostgreSQL, and one process is killed
 * fifty times meanwhile; the result is written to `test/store/race-result.json`. And sixteen processes use one quote of a
 * file, twenty times.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_RACE_IDS: '20000',
  SWAPLINE_RACE_KILLS: '50',
  SWAPLINE_RACE_ROUNDS: '20',
  SWAPLINE_RACE_RESULT: 'test/store/race-result.json',
  ...process.env,
}
const files = ['test/store/race.test.ts', 'test/store/quote-store.test.ts']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
