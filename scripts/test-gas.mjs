/**
 * `npm run test:gas`: 10,000 swaps over every family, each payload mined at once and again after others moved its pools
 * by up to the slippage; the result is written to `test/trade/gas/gas-result.json`. `npm test` runs a few.
 * `SWAPLINE_GAS_SECONDS` ends a run early; `-- --continue` adds to the swaps of the run before.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rows = join(tmpdir(), 'swapline-gas-swaps.jsonl')
if (!process.argv.includes('--continue')) for (const file of [rows, `${rows}.chain`]) rmSync(file, { force: true })
const env = {
  SWAPLINE_GAS_SWAPS: '10000',
  SWAPLINE_GAS_RESULT: 'test/trade/gas/gas-result.json',
  SWAPLINE_GAS_ROWS: rows,
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/trade/gas/gas.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
