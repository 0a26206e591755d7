/** Settings of a server: by flag, by variable, by the config file, in that order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHome, runSwapline } from '../cli/run-built.ts'
import { type BuiltServer, startBuiltServer } from './built-server.ts'

/** Never contacted. */
const chainUrl = 'http://127.0.0.1:9'
const limitOf = async (url: string) => (await fetch(`${url}/openapi.yaml`)).headers.get('ratelimit-limit')

const previousNames = ['--at-once', '3', '--waiting', '4']

/** A load balancer gets the configured time. */
async function expectGrace({ child, url, ended }: BuiltServer, milliseconds: number): Promise<void> {
  const begun = performance.now()
  child.kill('SIGTERM')
  await sleep(milliseconds - 1_000)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await ended).toBe(0)
  expect(performance.now() - begun).toBeGreaterThan(milliseconds - 100)
}

test('a flag overrides a variable, which overrides the config file', async () => {
  const home = createHome()
  for (const words of ['serve.burst 7', 'serve.grace 2500'])
    expect((await runSwapline(home, ['config', 'set', ...words.split(' ')])).code).toBe(0)
  const env = { SWAPLINE_SERVE_BURST: '8' }
  const variable = await startBuiltServer({ home, chainUrl, env }, previousNames)
  const flag = await startBuiltServer({ home, chainUrl, env }, ['--burst', '9'])
  expect(await Promise.all([variable, flag].map(({ url }) => limitOf(url)))).toEqual(['8', '9'])
  await expectGrace(flag, 2_500)
})

test('a wrong value is reported with its source', async () => {
  const ran = await runSwapline(createHome(), ['serve', '-n', 'sandbox', '--rpc-url', chainUrl, '--port', '0'], {
    env: { SWAPLINE_SERVE_DRAIN: 'long' },
  })
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain('SWAPLINE_SERVE_DRAIN: "long" is not a whole number between 0 and 600')
})

test('previous option names, which are accepted above, are not shown', async () => {
  expect((await runSwapline(createHome(), ['serve', '--help'])).stdout).not.toMatch(/--at-once|--waiting/)
})
