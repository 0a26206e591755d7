/**
 * `npm run test:relay`: 500 signed orders while two replicas of a service over one PostgreSQL are killed at every point of
 * their work, what 1,000 orders earn, and a lane during a spike of the fees; the result is written to
 * `test/relay/result.json`.
 */
import { spawnSync } from 'node:child_process'

const env = { SWAPLINE_RELAY_RESULT: 'test/relay/result.json', ...process.env }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/relay/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
