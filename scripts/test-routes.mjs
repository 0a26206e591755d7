/**
 * `npm run test:routes:full`: 1,000 random routes through the router on the sandbox, each equal to its quote to the
 * wei; the result is written to `test/trade/routes-result.json`.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_ROUTES: '1000',
  SWAPLINE_ROUTES_IN_PARTS: '40',
  SWAPLINE_ROUTES_RESULT: 'test/trade/routes-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/trade/routes.test.ts', 'test/trade/routes-part.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
