/**
 * `npm run test:tempo`: random trades with Tempo's own order books, in anvil's implementation of the chain; the result is
 * written to `src/protocols/tempo-dex/test/differential-result.json`. `npm test` makes 150 of them.
 */
import { spawnSync } from 'node:child_process'

const folder = 'src/protocols/tempo-dex/test'
const env = {
  SWAPLINE_DIFFERENTIAL_RUNS: '10000',
  SWAPLINE_TEMPO_RESULT: `${folder}/differential-result.json`,
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', `${folder}/differential.test.ts`]
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
