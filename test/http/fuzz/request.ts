/** A request as bytes, and the bytes of a fuzzed request. */
export interface FuzzedRequest {
  readonly address: 'public' | 'authenticated'
  readonly method: string
  /** As in the first line, including the query; latin-1. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Bytes that may not be a request. The connection is half closed after them, so nothing more can follow. */
export interface FuzzedBytes {
  readonly address: 'public' | 'authenticated'
  readonly bytes: string
}

export type Fuzzed = FuzzedRequest | FuzzedBytes

/** Placeholder for a quote's id, of the same length; real ids are known only once the server has answered. */
export const someId = '1d1d1d1d-1d1d-4d1d-8d1d-1d1d1d1d1d1d'

/** Latin-1, one character per byte. A body has its length in the head unless a header says otherwise. */
export function bytesOf({ method, target, headers, body }: FuzzedRequest): string {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  const length = named.has('content-length') || named.has('transfer-encoding') || body === ''
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(named.has('host') ? [] : ['host: localhost']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length ? [] : [`content-length: ${body.length}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
