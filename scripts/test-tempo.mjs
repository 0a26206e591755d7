/**
 * `npm run test:tempo`: random trades with Tempo's own order books in transactions, a quarter of them through our
 * adapter, in anvil's implementation of the chain; the result is written to
 * `src/protocols/tempo-dex/test/differential-result.json`. `npm test` makes 50 of them, and 1,000 in calls.
 */
import { spawnSync } from 'node:child_process'

const folder = 'src/protocols/tempo-dex/test'
const env = {
  SWAPLINE_DIFFERENTIAL_RUNS: '1000',
  SWAPLINE_TEMPO_RESULT: `${folder}/differential-result.json`,
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', `${folder}/differential.test.ts`]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
