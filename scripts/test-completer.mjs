/**
 * `npm run test:completer [-- kills]`: the built program completes crossings by CCTP on two sandboxes and is killed at
 * random times; the chain judges. 1,000 kills unless another number is given; a run of
 * the same commit by another `SWAPLINE_SEED` is added to the last one's result. Writes `test/crossing/completer-result.json`.
 */
import { spawnSync } from 'node:child_process'

const [kills = '1000'] = process.argv.slice(2)
const env = { ...process.env, SWAPLINE_COMPLETER_KILLS: kills, SWAPLINE_CROSSING_RESULT: 'test/crossing' }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/crossing/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
