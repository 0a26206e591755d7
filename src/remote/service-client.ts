import { fail, SwapError } from '#domain/errors'
import { failureFromResponse, type RequestContext } from './failure-from-response.ts'

/** A path, its parameters, and the subject of a failure. */
export interface ServiceRequest {
  readonly path: string
  readonly parameters: Readonly<Record<string, string | undefined>>
  /** Sent as JSON, by POST; a GET without. */
  readonly body?: Readonly<Record<string, string | number>>
  readonly about: RequestContext
}

export interface ServiceEndpoint {
  /** https, or http to this machine. */
  readonly url: string
  readonly apiKey: string | undefined
  /** The user's keys are for other services, so none is sent. */
  readonly isKeyWithheld?: boolean
  /** The time limit of one answer; 30 if absent. */
  readonly seconds?: number
}

/** Sends one request to the service, once, and returns the body of its answer. */
export type ServiceClient = <T>(question: ServiceRequest, read: (body: unknown) => T | Promise<T>) => Promise<T>

/** A list of every network stays far below this. */
const maxBytes = 4_000_000
/** A shorter key is in too many words, and guessed at once. */
const minKeyLength = 4
/** A word of this length may be a token or a network in an answer that is used; a key that short keeps no secret. */
const minKeyLengthInData = 8

/**
 * A client of one service by `fetch`. No retries, because a repeated payload request consumes the quote; no redirects,
 * because the key would be sent along.
 */
export function createServiceClient(address: ServiceEndpoint): ServiceClient {
  const { apiKey, isKeyWithheld = false, seconds = 30 } = address
  const base = address.url.replace(/\/+$/, '')
  const { host } = new URL(base)
  // Any answer may repeat the key it was sent; from a file, nothing behind this client knows it.
  const withoutKey = (text: string, least = minKeyLength): string =>
    apiKey === undefined || apiKey.length < least ? text : text.replaceAll(apiKey, '[secret]')
  const readBody = (status: number, text: string): unknown => {
    const least = status === 200 ? minKeyLengthInData : minKeyLength
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? withoutKey(value, least) : value))
  }

  const request = async ({ path, parameters, body }: ServiceRequest): Promise<{ status: number; body: unknown }> => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
    const headers = {
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { apikey: apiKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(seconds * 1000)
    try {
      const response = await fetch(`${base}${path}?${query}`, { ...sent, headers, signal, redirect: 'error' })
      return { status: response.status, body: readBody(response.status, await readText(response)) }
    } catch (error) {
      throw toConnectionFailure(host, error, seconds)
    }
  }

  return async (question, read) => {
    const { status, body } = await request(question)
    if (status !== 200)
      throw failureFromResponse(
        { ...question.about, service: host, keyGiven: apiKey !== undefined, isKeyWithheld },
        status,
        body,
      )
    try {
      return await read(body)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const reason = withoutKey(error.message)
      throw fail('SERVICE_ANSWER_NOT_VALID', { service: host, reason }, { cause: new RangeError(reason) })
    }
  }
}

export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new RangeError('it is too long')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const connectionReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses the connection',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name is not known',
  ECONNRESET: 'it breaks the connection off',
  UND_ERR_SOCKET: 'it breaks the connection off',
}

export function toConnectionFailure(service: string, error: unknown, seconds: number): SwapError {
  if (error instanceof SwapError) return error
  if (error instanceof SyntaxError) return fail('SERVICE_ANSWER_NOT_VALID', { service, reason: 'it is not JSON' })
  if (error instanceof RangeError) return fail('SERVICE_ANSWER_NOT_VALID', { service, reason: error.message })
  if (error instanceof Error && error.name === 'TimeoutError')
    return fail('SERVICE_UNREACHABLE', { service, reason: `no answer within ${seconds} s` }, { cause: error })
  const reason = connectionReasons[codeOf(error)] ?? 'the connection failed'
  return fail('SERVICE_UNREACHABLE', { service, reason }, { cause: error })
}

/** `fetch` hides the socket's own error behind a TypeError. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}
