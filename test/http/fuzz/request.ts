/** A request as bytes, and the bytes as a fuzzed request is written. */
export interface FuzzedRequest {
  readonly address: 'public' | 'authenticated'
  readonly method: string
  /** As it stands in the first line, query and all; latin-1. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Bytes that may be no request at all. The connection is half closed after them, so nothing more can come. */
export interface FuzzedBytes {
  readonly address: 'public' | 'authenticated'
  readonly bytes: string
}

export type Fuzzed = FuzzedRequest | FuzzedBytes

/** Stands for a quote's id, and is as long as one; those are known only when the server has answered. */
export const someId = '1d1d1d1d-1d1d-4d1d-8d1d-1d1d1d1d1d1d'

/** Latin-1, one character a byte. A body has its length in the head unless a header says otherwise. */
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
