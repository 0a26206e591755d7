/** What an endpoint was sent to know its user by is not shown when it, or a gateway before it, repeats that. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createHome } from '../cli/run-built.ts'
import { startSwapline } from '../hosted/start-swapline.ts'

const runSwapline = startSwapline()

test.each([
  ['the header of a user and a password', 'user:CANARY-hunter2@', '/', /Basic ([\w+/=]+)/],
  ['a key behind a semicolon of the path', '', '/rpc;key=CANARYhunter2', /CANARY\w+/],
])('%s is not shown when a gateway repeats it', async (_, user, path, secret) => {
  let sent = ''
  const gateway = createServer((request, response) => {
    const key = /key=(.*)/.exec(request.url ?? '')?.[1] ?? ''
    sent = `${String(request.headers.authorization)} ${key}`
    request.resume()
    const error = { code: -32_000, message: `access denied for ${sent}` }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const url = `http://${user}127.0.0.1:${(gateway.address() as AddressInfo).port}${path}`
  const words = ['quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', url, '-vv', '-o', 'json']
  const { stdout, stderr } = await runSwapline(createHome(), words)
  gateway.closeAllConnections()
  gateway.close()
  const found = secret.exec(sent)
  expect(found).not.toBeNull()
  expect(stdout + stderr).not.toContain(found?.[1] ?? found?.[0])
})
