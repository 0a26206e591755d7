/** `npm run test:clients`: third-party clients against the built server, installed separately in test/clients/apart. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const apart = 'test/clients/apart'
const { dependencies } = JSON.parse(readFileSync(`${apart}/package.json`, 'utf8'))
if (!Object.keys(dependencies).every((name) => existsSync(`${apart}/node_modules/${name}`))) {
  const { status } = spawnSync('npm', ['ci', '--prefix', apart], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${apart}/package.json names`)
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/clients/vitest.config.mjs']
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
