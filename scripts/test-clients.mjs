/** `npm run test:clients`: third-party clients against the built server, installed separately in test/clients/apart. */
import { spawnSync } from 'node:child_process'
import { installApart } from './install-apart.mjs'

installApart('test/clients/apart')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/clients/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
