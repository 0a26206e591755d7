/** A proxy that is named wrongly is an error of the settings. */
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

// Every other wrong word of `serve` is refused by its name; a host's name, as container networks have, ends as "A bug of
// swapline: TypeError", exit 1: the operator cannot tell what to mend, and leaves the option out (all clients one allowance).
test('the name of a host for --trust-proxy is refused as such', async () => {
  const ports = ['--port', '0', '--auth-port', '0', '-n', 'base', '--rpc-url', 'http://127.0.0.1:9']
  const { stdout, code } = await runSwapline(createHome(), ['serve', '--trust-proxy', 'nginx', ...ports, '-o', 'json'])
  const { error } = JSON.parse(stdout)
  expect(error.code).not.toBe('INTERNAL')
  expect(error.message).toContain('nginx')
  expect(code).toBe(2)
})
