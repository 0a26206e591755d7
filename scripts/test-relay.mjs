/**
 * `npm run test:relay`: 500 signed orders while two replicas of a service over one PostgreSQL are killed at every point of
 * their work, what 1,000 orders earn, and a lane during a spike of the fees; the result is written to
 * `test/relay/result.json`. `-- kills`, `-- earnings`, `-- spike`: one of the three alone.
 */
import { spawnSync } from 'node:child_process'

const env = { SWAPLINE_RELAY_RESULT: 'test/relay/result.json', ...process.env }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/relay/vitest.config.mjs']
const parts = { kills: ['-t', 'replicas die'], earnings: ['-t', 'pays for their gas'], spike: ['-t', 'spike'] }
const part = process.argv[2]
if (part !== undefined) vitest.push(...parts[/** @type {keyof typeof parts} */ (part)])
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
