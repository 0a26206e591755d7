/** Answers, over the bare connection, requests that reach no route or hook of the HTTP library. */
import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { fail, type SwapError } from '#domain/errors'
import { toJsonText } from '#http/route'
import { toFailure, toFailureBody } from './failure.ts'

/** Answers bytes that are not an HTTP request. */
export function refuseBrokenRequest(error: Error, socket: Duplex, requestId: string): void {
  // The client is gone, or never was one.
  if (('code' in error && error.code === 'ECONNRESET') || !socket.writable) return void socket.destroy()
  refuse(toFailure(Object.assign(error, { statusCode: 400 })), socket, requestId)
}

/** Requests that Node.js would leave without an answer: refuses tunnels, ignores `Expect` headers. */
export function answerOddRequests(server: Server, requestId: () => string): void {
  server.on('connect', (_, socket: Duplex) =>
    refuse(fail('VALIDATION_FAILED', { reason: 'this server opens no tunnels' }), socket, requestId()),
  )
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function refuse(failure: SwapError, socket: Duplex, requestId: string): void {
  const body = toJsonText(toFailureBody(failure, requestId, (address) => address))
  const { http } = failure.row
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ]
  socket.on('error', () => undefined)
  socket.end(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
}
