/** A key belongs to the service that gave it. */
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

interface Listening {
  readonly server: Server
  readonly url: string
  /** The keys that came with its requests. */
  readonly keys: (string | undefined)[]
}

async function listen(): Promise<Listening> {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const given = request.headers['apikey']?.toString()
    keys.push(given)
    response.writeHead(given === undefined ? 401 : 200, { 'content-type': 'application/json' }).end('[]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

let own: Listening
let other: Listening
beforeAll(async () => {
  own = await listen()
  other = await listen()
})
afterAll(() => {
  own.server.close()
  other.server.close()
})

test('the key of the configured service is not sent to another one that is named by flag', async () => {
  const home = createHome()
  const file = join(home, 'key')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  await runSwapline(home, ['config', 'set', 'service.url', own.url])
  await runSwapline(home, ['config', 'set', 'service.apiKeyFile', file])
  await runSwapline(home, ['networks'])
  expect(own.keys).toEqual([key])
  const refused = await runSwapline(home, ['networks', '--service', other.url, '-o', 'json'])
  expect(other.keys).toEqual([undefined])
  expect(JSON.parse(refused.stdout).error).toMatchObject({
    code: 'SERVICE_KEY_REFUSED',
    message: `The service ${new URL(other.url).host} requires an API key, and yours was not sent: it is for another service.`,
  })
  await runSwapline(home, ['networks', '--service', other.url, '--api-key-file', file])
  expect(other.keys).toEqual([undefined, key])
})
