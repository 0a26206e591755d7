/** Reads an HTTP/1.1 answer out of bytes. */
export interface Answered {
  readonly status: number
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** True if another request may follow over this connection. */
  readonly keeps: boolean
  /** Bytes of all of it. */
  readonly length: number
}

/**
 * The first complete answer in `text`; `undefined` if there is none yet.
 * @param bodiless the answer to HEAD has no body
 */
export function answerIn(text: string, bodiless: boolean): Answered | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (Number.isNaN(status)) return undefined
  if (status === 100) {
    const after = answerIn(text.slice(end + 4), bodiless)
    return after && { ...after, length: after.length + end + 4 }
  }
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  const size = bodiless || status === 204 || status === 304 ? 0 : Number(headers.get('content-length') ?? 0)
  const length = end + 4 + size
  if (text.length < length) return undefined
  const keeps = headers.get('connection') !== 'close'
  return { status, headers, body: text.slice(end + 4, length), keeps, length }
}
