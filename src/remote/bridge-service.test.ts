import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBridgeService } from './bridge-service.ts'

let url = ''
const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1))
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ method: request.method }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const refused = (status: number) => ({
  code: 'SERVICE_UNREACHABLE',
  details: { service: new URL(url).host, reason: `it answers ${status}`, isOfBridge: true },
})

test('what is not there yet is nothing; what was asked for and is not there is refused', async () => {
  const ask = createBridgeService(url)
  expect(await ask('/200')).toEqual({ method: 'GET' })
  expect(await ask('/404')).toBeUndefined()
  expect(await ask('/202', 'POST')).toEqual({ method: 'POST' })
  await expect(ask('/404', 'POST')).rejects.toMatchObject(refused(404))
  await expect(ask('/500')).rejects.toMatchObject(refused(500))
})
