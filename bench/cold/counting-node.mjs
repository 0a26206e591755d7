import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * An endpoint before a node that counts its round trips: posts that wait together count as one.
 * @param {string} target
 */
export async function countingNode(target) {
  let [waiting, trips] = [0, 0]
  const server = createServer(async (incoming, outgoing) => {
    if (waiting === 0) trips += 1
    waiting += 1
    const parts = []
    for await (const part of incoming) parts.push(part)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(parts) })
    outgoing.writeHead(answer.status, headers)
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
    waiting -= 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    roundTrips: () => trips,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
