/** The path or the user part of a service's address may be a key: no document has it, of a success or of a failure. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

test.each([
  ['a failure', ['quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', 'http://127.0.0.1:9']],
  ['a success', ['networks']],
  ['the version', ['version']],
])('%s: the document names the service without its key', async (_, words) => {
  const env = { SWAPLINE_SERVICE: 'https://127.0.0.1:1/v1/CANARY' }
  const { stdout, stderr } = await runSwapline(createHome(), [...words, '-o', 'json'], { env })
  expect(JSON.parse(stdout).meta.service).toContain('127.0.0.1:1')
  expect(stdout + stderr).not.toContain('CANARY')
})

test('a user or a password in the address of a service is refused, and not repeated', async () => {
  for (const url of ['https://user:CANARY@127.0.0.1:1', 'https://CANARY@127.0.0.1:1']) {
    const env = { SWAPLINE_SERVICE: url }
    const { stdout, stderr, code } = await runSwapline(createHome(), ['networks', '-o', 'json'], { env })
    expect([code, JSON.parse(stdout).error.message]).toEqual([
      2,
      'SWAPLINE_SERVICE: it has a user or a password before its host, and a service is asked without.',
    ])
    expect(stdout + stderr).not.toContain('CANARY')
  }
})

test('-vv and the log file do not have it either, of a service at an IPv6 address', async () => {
  const home = createHome()
  const log = join(home, 'log')
  const asked = ['networks', '--service', 'https://[::1]:1/v1/CANARY', '-vv', '--log-file', log]
  const { stdout, stderr } = await runSwapline(home, asked)
  expect(stderr).toContain('SERVICE_UNREACHABLE')
  expect(stderr).toContain('The service [::1]:1 does not answer')
  expect(stdout + stderr + readFileSync(log, 'utf8')).not.toContain('CANARY')
})
