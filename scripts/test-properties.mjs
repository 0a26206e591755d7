/**
 * `npm run test:properties`: the properties of routes, in all random markets of each test; `npm test` draws a quarter of
 * them. `SWAPLINE_SEED` draws others.
 */
import { spawnSync } from 'node:child_process'

const env = { ...process.env, SWAPLINE_PROPERTIES: 'all' }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/properties/routing']
const { status } = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' })
process.exitCode = status ?? 1
