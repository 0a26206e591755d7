/**
 * `npm run test:gas`: 10,000 swaps over every family, half of them mined after others moved their pools by up to the
 * slippage; the result is written to `test/trade/gas/gas-result.json`. `npm test` runs a few.
 */
import { spawnSync } from 'node:child_process'

const env = { SWAPLINE_GAS_SWAPS: '10000', SWAPLINE_GAS_RESULT: 'test/trade/gas/gas-result.json', ...process.env }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', 'test/trade/gas/gas.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
