/** `npm run test:http:fuzz`: 200,000 fuzzed requests to the built server; the result is written next to the test. */
import { spawnSync } from 'node:child_process'

const env = {
  SWAPLINE_HTTP_REQUESTS: '200000',
  SWAPLINE_HTTP_RESULT: 'test/http/fuzz-result.json',
  ...process.env,
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/http/fuzz.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
