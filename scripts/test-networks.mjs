/**
 * `npm run test:networks`: quote, approve, swap and status on a sandbox under the chain id and with the entry of each
 * network; the result is written to `test/networks/networks-result.json`. `npm test` does it for a few.
 */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_NETWORKS: 'all',
  SWAPLINE_NETWORKS_RESULT: 'test/networks/networks-result.json',
  ...process.env,
}
const file = 'test/networks/every-network.test.ts'
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', file]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
