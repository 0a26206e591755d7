/** `npm run test:browser`: pages, pictures and Mermaid's drawing of a route in a headless Chromium, `SWAPLINE_CHROMIUM` or the one in the path. */
import { spawnSync } from 'node:child_process'
import { installApart } from './install-apart.mjs'

const { SWAPLINE_CHROMIUM = 'chromium' } = process.env
if (spawnSync(SWAPLINE_CHROMIUM, ['--version'], { stdio: 'ignore' }).status !== 0)
  throw new Error(`there is no ${SWAPLINE_CHROMIUM}: apt-get install chromium, or name one by SWAPLINE_CHROMIUM`)
installApart('test/browser/apart')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/browser/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
