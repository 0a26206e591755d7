/** `npm run test:install`: the packed program as npm installs it, on this Node.js and on one in test/install/apart. */
import { spawnSync } from 'node:child_process'

const apart = 'test/install/apart'
const installed = spawnSync('npm', ['ci', '--prefer-offline', '--prefix', apart], { stdio: ['ignore', 2, 2] })
if (installed.status !== 0) throw new Error(`could not install what ${apart}/package.json names`)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/install/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
