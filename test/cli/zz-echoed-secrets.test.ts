/** Keys of a service and of endpoints, in the forms in which they slip through what masks them. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scrub } from '#text/scrub'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

let service: Server
let url: string
beforeAll(async () => {
  service = createServer((_, response) => void response.writeHead(200).end('{}')).listen(0, '127.0.0.1')
  await once(service, 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => void service.close())

describe('a URL in a text', () => {
  // The pattern of a URL ends at "]", so that of an IPv6 host ends before its path, and the path is kept: the key of the
  // endpoint, or the password of the database, is on screens, in documents and in log files that users send to others.
  test.each([
    ['https://[2001:db8::1]/v3/CANARY'],
    ['http://[::1]:8545/v3/CANARY'],
    ['postgresql://user@[2001:db8::1]:5432/swaps?password=CANARY'],
  ])('with an IPv6 host is masked behind it, too: %s', (address) => {
    expect(scrub(`no answer from ${address} now`)).not.toContain('CANARY')
  })
})

// As above, by the program: what a failed connection says under -vv has the service's whole address, key included.
test('-vv of a service at an IPv6 address, whose path is a key', async () => {
  const home = createHome()
  const log = join(home, 'log')
  const asked = ['networks', '--service', 'https://user:word@[::1]:1/v1/CANARY', '-vv', '--log-file', log]
  const { stdout, stderr } = await runSwapline(home, asked)
  expect(stderr).toContain('SERVICE_UNREACHABLE')
  expect(stdout + stderr + readFileSync(log, 'utf8')).not.toContain('CANARY')
})

// A key file of two lines (a comment below the key) becomes a header that `fetch` refuses, in words that quote it: the
// whole key is on the screen under -vv, which SECURITY asks to send along with a report.
test('-vv of a key file that has a second line', async () => {
  const home = createHome()
  const file = join(home, 'key')
  writeFileSync(file, `sk_aaaaaaaa_${'CANARY'.repeat(7)}A\n# of the team\n`, { mode: 0o600 })
  const { stdout, stderr } = await runSwapline(home, ['networks', '--service', url, '--api-key-file', file, '-vv'])
  expect(stdout + stderr).not.toContain('CANARY')
})
