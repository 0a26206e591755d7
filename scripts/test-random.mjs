/**
 * `npm run test:random`: the laws of the protocols and of the arithmetic by a seed that nobody has chosen. It is printed;
 * `SWAPLINE_SEED=<seed> npm run test:random` runs them again.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const { SWAPLINE_SEED = String(randomInt(2 ** 31)) } = process.env
console.log(`SWAPLINE_SEED=${SWAPLINE_SEED}`)
const folders = ['src/math', 'src/amm', 'src/domain', 'src/encoding', 'test/conformance/laws.test.ts']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...folders]
const { status } = spawnSync(process.execPath, vitest, { env: { ...process.env, SWAPLINE_SEED }, stdio: 'inherit' })
process.exitCode = status ?? 1
