import type { Agent, request as httpRequest, IncomingMessage } from 'node:http'
import { EndpointFault } from './endpoint-fault.ts'

/** Far above any answer to our requests; a larger body is an attack or another service. */
const maxBytes = 16_000_000

export interface HttpPostRequest {
  readonly url: URL
  readonly body: string
  readonly timeoutMs: number
  /** Cancels the post when aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Posts one body and returns the body of the answer. Sends it exactly once. */
export type HttpPost = (post: HttpPostRequest) => Promise<string>

/**
 * Keeps connections open between posts. `node:http` has a third of the start-up cost of the global `fetch`, and TLS is
 * loaded only for an endpoint that uses it.
 */
export function createHttpPost(): { post: HttpPost; postFresh: HttpPost; close(): void } {
  let loaded: Promise<HttpClient> | undefined
  const load = (url: URL) => {
    loaded ??= loadClient(url.protocol === 'https:')
    return loaded
  }
  return {
    post: async (input) => send(await load(input.url), input, true),
    postFresh: async (input) => send(await load(input.url), input, false),
    close: () => {
      loaded?.then(({ agent }) => agent.destroy()).catch(() => undefined)
    },
  }
}

interface HttpClient {
  readonly request: typeof httpRequest
  readonly agent: Agent
}

async function loadClient(secure: boolean): Promise<HttpClient> {
  const client = secure ? await import('node:https') : await import('node:http')
  return { request: client.request, agent: new client.Agent({ keepAlive: true, maxSockets: 16 }) }
}

function send({ request, agent }: HttpClient, post: HttpPostRequest, keep: boolean): Promise<string> {
  const { url, body, timeoutMs: milliseconds, signal: ending } = post
  const given = { method: 'POST', agent: keep && agent, ...(ending === undefined ? {} : { signal: ending }) }
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip',
    }
    const sent = request(url, { ...given, headers }, (response) => {
      readBody(response).then(settle(resolve), settle(reject))
    })
    const seconds = Math.round(milliseconds / 1000)
    const timer = setTimeout(() => sent.destroy(new EndpointFault(`does not answer within ${seconds} s`)), milliseconds)
    const settle =
      <T>(then: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer)
        then(value)
        if (!sent.destroyed && then !== resolve) sent.destroy()
      }
    sent.on('error', (error) => {
      // the server closed the idle connection: the request was not processed
      if (sent.reusedSocket && codeOf(error) === 'ECONNRESET') settle(reject)(new StaleConnection())
      else settle(reject)(toFault(error))
    })
    sent.end(body)
  })
}

/** A kept connection turned out to be closed; the post may have been read or not. */
export class StaleConnection extends EndpointFault {
  constructor() {
    super('closed the connection', { isTransient: true })
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.resume()
    throw toStatusFault(status, response.headers['retry-after'])
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new EndpointFault('returns an answer that is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw toFault(error)
  }
  const whole = Buffer.concat(chunks)
  return (response.headers['content-encoding'] === 'gzip' ? await unzip(whole) : whole).toString('utf8')
}

async function unzip(bytes: Buffer): Promise<Buffer> {
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: maxBytes }, (error, whole) => {
      if (error === null) resolve(whole)
      else
        reject(new EndpointFault('returns an answer that cannot be decompressed', { isTransient: true, cause: error }))
    })
  })
}

function toStatusFault(status: number, retryAfter: string | undefined): EndpointFault {
  if (status >= 300 && status < 400) return new EndpointFault('redirects to another address')
  const seconds = Number(retryAfter ?? Number.NaN)
  const restMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
  return new EndpointFault(`answers ${status}`, {
    isTransient: status === 429 || status === 408 || status >= 500,
    retryAfterMs: restMs,
    limitsRate: status === 429,
  })
}

const errorCodeReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ENOTFOUND: 'is not found by DNS',
  EAI_AGAIN: 'is not found by DNS',
  ECONNRESET: 'closes the connection',
  EPIPE: 'closes the connection',
  ETIMEDOUT: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ABORT_ERR: 'is no longer asked',
}

function toFault(error: unknown): EndpointFault {
  if (error instanceof EndpointFault) return error
  const code = codeOf(error)
  const reason = errorCodeReasons[code] ?? (code === '' ? 'cannot be reached' : `cannot be reached (${code})`)
  return new EndpointFault(reason, { isTransient: code === 'ECONNRESET' || code === 'EPIPE', cause: error })
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
