/**
 * `npm run test:races`: 16 clients in two processes use 20,000 quotes of one PostgreSQL, and one process is killed
 * fifty times meanwhile; the result is written to `test/store/race-result.json`.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_RACE_IDS: '20000',
  SWAPLINE_RACE_KILLS: '50',
  SWAPLINE_RACE_RESULT: 'test/store/race-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/store/race.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
