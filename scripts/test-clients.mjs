/** `npm run test:clients`: third-party clients against the built server, installed separately in test/clients/apart. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const apart = 'test/clients/apart'
if (!existsSync(`${apart}/node_modules/@balmy/sdk`)) {
  const { status } = spawnSync('npm', ['ci', '--prefix', apart], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${apart}/package.json names`)
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/clients/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
