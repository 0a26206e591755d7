/** A service, or a gateway before it, may repeat the key that it was sent: it is in no output, wherever it came from. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()
const key = `sk_aaaaaaaa_${'CANARY'.repeat(7)}A`
let service: Server
let url: string
beforeAll(async () => {
  service = createServer((request, response) => {
    const body = {
      error: 'FORBIDDEN',
      message: `the key ${String(request.headers['apikey'])} has no access to this path`,
    }
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => void service.close())

test('a key that is read from a file is masked like one of the environment', async () => {
  const home = createHome()
  const file = join(home, 'key')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  const asked = ['networks', '--service', url, '-o', 'json']
  const [byEnvironment, byFile] = await Promise.all([
    runSwapline(home, asked, { env: { SWAPLINE_API_KEY: key } }),
    runSwapline(home, [...asked, '--api-key-file', file]),
  ])
  expect(byEnvironment.stdout).not.toContain('CANARY')
  expect(byFile.stdout).not.toContain('CANARY')
})

// `fetch` would refuse it as a header, in words that quote it.
test('a key file with a second line, or a key with a letter that no header has, is refused and not repeated', async () => {
  const home = createHome()
  const file = join(home, 'key')
  writeFileSync(file, `${key}\n# of the team\n`, { mode: 0o600 })
  const asked = ['networks', '--service', url, '-vv']
  const [byFile, byEnvironment] = await Promise.all([
    runSwapline(home, [...asked, '--api-key-file', file]),
    runSwapline(home, asked, { env: { SWAPLINE_API_KEY: `${key}€` } }),
  ])
  for (const { code, stdout, stderr } of [byFile, byEnvironment]) {
    expect(code).toBe(2)
    expect(stderr.replace(/\s+/g, ' ')).toContain('is no API key: a key is one word of ASCII characters.')
    expect(stdout + stderr).not.toContain('CANARY')
  }
})
