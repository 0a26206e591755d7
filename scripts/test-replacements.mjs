/**
 * `npm run test:replacements`: two programs with one account swap, speed up and cancel at random, 500 rounds of it unless
 * SWAPLINE_REPLACE_ROUNDS says otherwise. `npm test` runs a few.
 */
import { spawnSync } from 'node:child_process'

const rounds = process.env['SWAPLINE_REPLACE_ROUNDS'] ?? '500'
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--typecheck.enabled=false', 'test/trade/replacement-rounds.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, SWAPLINE_REPLACE_ROUNDS: rounds },
  },
)
process.exitCode = status ?? 1
