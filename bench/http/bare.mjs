/** A fastify route that returns a fixed text: the cost of the library without a service behind it. */
import fastify from 'fastify'

process.once('message', serve)

/** @param {{ body: string }} task */
async function serve({ body }) {
  const app = fastify({ logger: false })
  app.get('/aggregator/quote', (_, reply) => reply.type('application/json; charset=utf-8').send(body))
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
  process.on('disconnect', () => void app.close())
}
