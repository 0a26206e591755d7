/** What no route and no hook of the HTTP library sees is answered over the bare connection. */
import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { fail, type SwapError } from '#domain/errors'
import { asFailure, failureBody } from './failure.ts'
import { jsonText } from './route.ts'

/** Answers bytes that are no HTTP request. */
export function refuseBrokenRequest(error: Error, socket: Duplex, requestId: string): void {
  // The client is gone, or never was one.
  if (('code' in error && error.code === 'ECONNRESET') || !socket.writable) return void socket.destroy()
  refuse(asFailure(Object.assign(error, { statusCode: 400 })), socket, requestId)
}

/** What Node.js would answer with nothing: tunnels are refused, expectations of the client are passed over. */
export function answerOddRequests(server: Server, requestId: () => string): void {
  server.on('connect', (_, socket: Duplex) =>
    refuse(fail('VALIDATION_FAILED', { reason: 'this server opens no tunnels' }), socket, requestId()),
  )
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function refuse(failure: SwapError, socket: Duplex, requestId: string): void {
  const body = jsonText(failureBody(failure, requestId, (address) => address))
  const { http } = failure.row
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ]
  socket.on('error', () => undefined)
  socket.end(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
}
