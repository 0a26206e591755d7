/** A proxy between a client and a service that changes answers as instructed. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'

// biome-ignore lint/suspicious/noExplicitAny: bodies are changed in ways their types forbid
export type Change = (body: any, path: string) => unknown

export interface LyingService {
  readonly url: string
  /** The requests it received, path and query, with the headers. */
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** Until the next one. */
  answer(change: Change): void
  /** Answers every request with these bytes. */
  respondWith(status: number, text: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

export async function startLyingService(service: () => string): Promise<LyingService> {
  let change: Change = (body) => body
  let said: { status: number; text: string; headers: Record<string, string> } | undefined
  const asked: LyingService['asked'] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    if (said !== undefined) return void response.writeHead(said.status, said.headers).end(said.text)
    const answer = await fetch(`${service()}${path}`, await toForwarded(request))
    const body = JSON.stringify(change(await answer.json(), path.split('?')[0] ?? ''))
    return void response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  // A search in this process outlasts the usual 5 seconds, after which a connection is closed while it is used again.
  server.keepAliveTimeout = 120_000
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    answer: (next) => {
      said = undefined
      change = next
    },
    respondWith: (status, text, headers = {}) => {
      said = { status, text, headers }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function toForwarded(request: IncomingMessage): Promise<RequestInit> {
  if (request.method !== 'POST') return {}
  return { method: 'POST', body: await readText(request), headers: { 'content-type': 'application/json' } }
}
