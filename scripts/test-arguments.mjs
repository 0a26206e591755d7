/** `npm run test:arguments`: 50,000 fuzzed argument vectors in process and 2,000 built; the result is beside the test. */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_ARGUMENT_RUNS: '50000',
  SWAPLINE_ARGUMENT_BUILT_RUNS: '2000',
  SWAPLINE_ARGUMENT_RESULT: 'test/cli/arguments/arguments-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/cli/arguments']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
