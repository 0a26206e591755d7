/**
 * `npm run test:differential`: 10,000 random trades of each family on contracts and on our own arithmetic, compared to the
 * unit. `npm test` plays 300. `SWAPLINE_SEED` draws others, `SWAPLINE_DIFFERENTIAL_RUNS` more.
 */
import { spawnSync } from 'node:child_process'

const { SWAPLINE_DIFFERENTIAL_RUNS = '10000' } = process.env
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const test = 'test/conformance/differential.test.ts'
const env = { ...process.env, SWAPLINE_DIFFERENTIAL_RUNS }
const { status } = spawnSync(process.execPath, [...vitest, test], { env, stdio: 'inherit' })
process.exitCode = status ?? 1
