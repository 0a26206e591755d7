import type { Agent, IncomingMessage } from 'node:http'
import { EndpointFault } from './endpoint-fault.ts'

/** No answer we ask for comes near; a body beyond it is an attack or another service. */
const mostBytes = 16_000_000

export interface Post {
  readonly url: URL
  readonly body: string
  readonly milliseconds: number
  /** Gives the post up at once when aborted. */
  readonly ending?: AbortSignal | undefined
}

/** Posts one body and gives the body of the answer. Sends it once, whatever happens. */
export type Poster = (post: Post) => Promise<string>

/**
 * Keeps connections open between posts. `node:http` is a third of the start-up cost of the global `fetch`,
 * and TLS is loaded only for an endpoint that has it.
 */
export function createPoster(): { post: Poster; postFresh: Poster; close(): void } {
  let loaded: Promise<Loaded> | undefined
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

interface Loaded {
  readonly request: typeof import('node:http').request
  readonly agent: Agent
}

async function loadClient(secure: boolean): Promise<Loaded> {
  const client = secure ? await import('node:https') : await import('node:http')
  return { request: client.request, agent: new client.Agent({ keepAlive: true, maxSockets: 16 }) }
}

function send({ request, agent }: Loaded, post: Post, keep: boolean): Promise<string> {
  const { url, body, milliseconds, ending } = post
  const given = { method: 'POST', agent: keep && agent, ...(ending === undefined ? {} : { signal: ending }) }
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip',
    }
    const sent = request(url, { ...given, headers }, (response) => {
      bodyOfResponse(response).then(settle(resolve), settle(reject))
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
      // the server closed the connection while it was idle: nothing was done
      if (sent.reusedSocket && codeOf(error) === 'ECONNRESET') settle(reject)(new StaleConnection())
      else settle(reject)(faultOf(error))
    })
    sent.end(body)
  })
}

/** A kept connection turned out to be closed; the post may or may not have been read. */
export class StaleConnection extends EndpointFault {
  constructor() {
    super('closed the connection', { passing: true })
  }
}

async function bodyOfResponse(response: IncomingMessage): Promise<string> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.resume()
    throw statusFault(status, response.headers['retry-after'])
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) throw new EndpointFault('gives an answer that is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw faultOf(error)
  }
  const whole = Buffer.concat(chunks)
  return (response.headers['content-encoding'] === 'gzip' ? await unzip(whole) : whole).toString('utf8')
}

async function unzip(bytes: Buffer): Promise<Buffer> {
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: mostBytes }, (error, whole) => {
      if (error === null) resolve(whole)
      else reject(new EndpointFault('gives an answer that cannot be unpacked', { passing: true, cause: error }))
    })
  })
}

function statusFault(status: number, retryAfter: string | undefined): EndpointFault {
  if (status >= 300 && status < 400) return new EndpointFault('wants to send us elsewhere')
  const seconds = Number(retryAfter ?? Number.NaN)
  const restMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
  return new EndpointFault(`answers ${status}`, { passing: status === 429 || status === 408 || status >= 500, restMs })
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ENOTFOUND: 'is not known to the name service',
  EAI_AGAIN: 'is not known to the name service',
  ECONNRESET: 'breaks the connection off',
  EPIPE: 'breaks the connection off',
  ETIMEDOUT: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ABORT_ERR: 'is not asked any more',
}

function faultOf(error: unknown): EndpointFault {
  if (error instanceof EndpointFault) return error
  const code = codeOf(error)
  const reason = meanings[code] ?? (code === '' ? 'cannot be talked to' : `cannot be talked to (${code})`)
  return new EndpointFault(reason, { passing: code === 'ECONNRESET' || code === 'EPIPE', cause: error })
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
