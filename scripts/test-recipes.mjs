/** `npm run test:recipes`: in copies of the repository a family is added, another removed, and a network added. */
import { spawnSync } from 'node:child_process'

const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/recipe']
const env = { ...process.env, SWAPLINE_RECIPES: 'all' }
const { status } = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' })
process.exitCode = status ?? 1
