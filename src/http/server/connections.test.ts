import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished, test, vi } from 'vitest'
import { trackConnections } from './connections.ts'

/** A server that answers `/now` at once, and nothing else ever. */
async function openServer() {
  const server = createServer((request, response) => {
    if (request.url === '/now') response.end('ok')
  })
  const connections = trackConnections(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => connections.closeAll())
  onTestFinished(() => void server.close())
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  const { port } = server.address() as AddressInfo
  return { connections, accepted: () => accepted, saying: (words: string) => saying(port, words) }
}

function saying(port: number, words: string) {
  let heard = ''
  let closed = false
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(words))
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true
    })
  return { closed: () => closed, heard: () => heard, write: (more: string) => socket.write(more) }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

test('closes connections without a request, not those that wait for an answer', async ({ expect }) => {
  const { connections, accepted, saying: open } = await openServer()
  const unused = [open(''), open('GET /no'), open('GET /now HTTP/1.1\r\nhost: x\r\n'), open(get('/now'))]
  const used = [
    open(get('/later')),
    open('POST /later HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345'),
    open(get('/now') + get('/later')),
  ]
  await vi.waitFor(() =>
    expect([accepted(), unused[3]?.heard(), used[2]?.heard()]).toEqual([
      7,
      expect.stringContaining('ok'),
      expect.stringContaining('ok'),
    ]),
  )
  connections.closeIdle()
  await vi.waitFor(() => expect(unused.map(({ closed }) => closed())).toEqual([true, true, true, true]))
  expect(used.map(({ closed }) => closed())).toEqual([false, false, false])
  connections.closeAll()
  await vi.waitFor(() => expect(used.map(({ closed }) => closed())).toEqual([true, true, true]))
})

test('a reused connection is not taken for an idle one', async ({ expect }) => {
  const { connections, saying: open } = await openServer()
  const one = open(get('/now'))
  await vi.waitFor(() => expect(one.heard()).toContain('ok'))
  one.write(get('/later'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  connections.closeIdle()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(one.closed()).toBe(false)
})
