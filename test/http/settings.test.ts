/** Settings of a server: by flag, by variable, by the config file, in that order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHome, runSwapline } from '../cli/run-built.ts'
import { startBuiltServer } from './built-server.ts'

/** Never contacted. */
const chainUrl = 'http://127.0.0.1:9'
const limitOf = async (url: string) => (await fetch(`${url}/openapi.yaml`)).headers.get('ratelimit-limit')

test('a flag overrides a variable, which overrides the config file', async () => {
  const home = createHome()
  expect((await runSwapline(home, ['config', 'set', 'serve.burst', '7'])).code).toBe(0)
  const env = { SWAPLINE_SERVE_BURST: '8' }
  const stored = await startBuiltServer({ home, chainUrl }, [])
  const variable = await startBuiltServer({ home, chainUrl, env }, [])
  const flag = await startBuiltServer({ home, chainUrl, env }, ['--burst', '9'])
  expect(await Promise.all([stored, variable, flag].map(({ url }) => limitOf(url)))).toEqual(['7', '8', '9'])
})

test('a wrong value is reported with its source', async () => {
  const ran = await runSwapline(createHome(), ['serve', '-n', 'sandbox', '--rpc-url', chainUrl, '--port', '0'], {
    env: { SWAPLINE_SERVE_DRAIN: 'long' },
  })
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain('SWAPLINE_SERVE_DRAIN: "long" is not a whole number between 0 and 600')
})

test('previous option names are accepted', async () => {
  const words = ['--at-once', '3', '--waiting', '4']
  const { url } = await startBuiltServer({ home: createHome(), chainUrl }, words)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await runSwapline(createHome(), ['serve', '--help'])).stdout).not.toMatch(/--at-once|--waiting/)
})

test('a load balancer gets the configured grace period', async () => {
  const env = { SWAPLINE_SERVE_GRACE: '2500' }
  const server = await startBuiltServer({ home: createHome(), chainUrl, env }, [])
  const begun = performance.now()
  server.child.kill('SIGTERM')
  await sleep(1_500)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await server.ended).toBe(0)
  expect(performance.now() - begun).toBeGreaterThan(2_400)
})
