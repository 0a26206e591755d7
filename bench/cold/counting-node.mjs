import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/**
 * An endpoint before a node that counts its round trips: posts that wait together count as one.
 * @param {string} target
 * @param {number} [delay] milliseconds before a post is passed on, as if the node were far away
 */
export async function countingNode(target, delay = 0) {
  let [waiting, trips] = [0, 0]
  const server = createServer(async (incoming, outgoing) => {
    if (waiting === 0) trips += 1
    waiting += 1
    const parts = []
    for await (const part of incoming) parts.push(part)
    if (delay > 0) await setTimeout(delay)
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
