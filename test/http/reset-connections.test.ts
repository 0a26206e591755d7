import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrokenApi, startBrokenService } from './broken-service.ts'

let api: BrokenApi
beforeAll(async () => {
  api = await startBrokenService()
})
afterAll(() => api.close())

test('a connection that its client reset costs nothing: its requests are no fault, and not answered', async () => {
  const { hostname, port } = new URL(api.server.url)
  const requests = 'GET /aggregator/liquidity-sources?networkName=sandbox HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3)
  for (let i = 0; i < 60; i++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(requests)
    setImmediate(() => socket.resetAndDestroy())
  }
  // After all of those, on a connection of its own.
  expect((await api.get('/nowhere')).status).toBe(404)
  const ofRequests = api
    .getLog()
    .split('\n')
    .filter((line) => line.includes('"requestId"'))
  expect(ofRequests.filter((line) => line.includes('"level":50'))).toHaveLength(0)
})
