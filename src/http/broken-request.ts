import type { Duplex } from 'node:stream'
import { asFailure, failureBody } from './failure.ts'
import { jsonText } from './route.ts'

/** Answers bytes that are no HTTP request, over the bare connection. */
export function refuseBrokenRequest(error: Error, socket: Duplex, requestId: string): void {
  // The client is gone, or never was one.
  if (('code' in error && error.code === 'ECONNRESET') || !socket.writable) return void socket.destroy()
  const failure = asFailure(Object.assign(error, { statusCode: 400 }))
  const body = jsonText(failureBody(failure, requestId, (address) => address))
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json; charset=utf-8', 'connection: close']
  socket.end(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
}
