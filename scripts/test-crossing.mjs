/**
 * `npm run test:crossing`: crossings between two local chains through Across's own SpokePools, Stargate's own pools, LayerZero's
 * own endpoints and the real Permit2, which are installed apart in test/crossing/apart: their licences keep them out of this
 * repository. Writes the gas to `test/crossing/result.json`, that of CCTP to `cctp-result.json` and of Stargate to
 * `stargate-result.json`, and what the chains said to `test/crossing/recorded.data.json`, which unit tests read.
 * `npm run test:crossing -- <filter>` runs some of it, and writes nothing.
 */
import { spawnSync } from 'node:child_process'
import { installApart } from './install-apart.mjs'

installApart('test/crossing/apart')
installApart('test/clients/apart') // ethers 5
const filters = process.argv.slice(2)
const env = { ...(filters.length === 0 && { SWAPLINE_CROSSING_RESULT: 'test/crossing' }), ...process.env }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/crossing/vitest.config.mjs', ...filters]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
