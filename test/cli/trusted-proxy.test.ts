/** A proxy that is named wrongly is an error of the settings. */
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

// As container networks have it.
test('the name of a host for --trust-proxy is refused as such', async () => {
  const ports = ['--port', '0', '--auth-port', '0', '-n', 'base', '--rpc-url', 'http://127.0.0.1:9']
  const { stdout, code } = await runSwapline(createHome(), ['serve', '--trust-proxy', 'nginx', ...ports, '-o', 'json'])
  const { error } = JSON.parse(stdout)
  expect(error.code).not.toBe('INTERNAL')
  expect(error.message).toContain('nginx')
  expect(code).toBe(2)
})
