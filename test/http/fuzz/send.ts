/** A client on bare sockets: it repairs, omits and refuses nothing. */
import { connect, type Socket } from 'node:net'
import { type Answered, answerIn } from './answer.ts'

/** The outcome of a request; without an answer the server closed the connection. */
export interface Outcome {
  readonly answer: Answered | undefined
  /** Bytes after the answer, or instead of it. */
  readonly rest: string
  readonly milliseconds: number
}

/** The time limit of the client. */
export const timeoutMs = 25_000

export interface Line {
  /** Reuses the connection if the server keeps it; one request after the other. */
  ask(bytes: string, bodiless: boolean): Promise<Outcome>
  /** Over a separate connection, half closed after the bytes, until the server closes it. */
  pour(bytes: string): Promise<Outcome>
  close(): void
}

export function createLine(url: string): Line {
  const port = Number(new URL(url).port)
  let kept: Socket | undefined

  async function ask(bytes: string, bodiless: boolean): Promise<Outcome> {
    const socket = kept ?? connect(port, '127.0.0.1')
    kept = undefined
    const outcome = await exchange(socket, { bytes, bodiless, last: false })
    if (outcome.answer?.keeps && outcome.rest === '') kept = socket
    else socket.destroy()
    return outcome
  }
  return {
    ask,
    pour: (bytes) =>
      exchange(connect({ port, host: '127.0.0.1', allowHalfOpen: true }), {
        bytes,
        bodiless: bytes.startsWith('HEAD '),
        last: true,
      }),
    close: () => kept?.destroy(),
  }
}

interface Sent {
  readonly bytes: string
  readonly bodiless: boolean
  /** Nothing more will be sent: the answer ends with the connection. */
  readonly last: boolean
}

function exchange(socket: Socket, { bytes, bodiless, last }: Sent): Promise<Outcome> {
  const begun = performance.now()
  let text = ''
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      socket.removeAllListeners().on('error', () => undefined)
      if (last) socket.destroy()
      const answer = answerIn(text, bodiless)
      resolve({ answer, rest: text.slice(answer?.length ?? 0), milliseconds: performance.now() - begun })
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer within ${timeoutMs} ms to ${JSON.stringify(bytes.slice(0, 2_000))}`))
    }, timeoutMs)
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
      if (!last && answerIn(text, bodiless) !== undefined) end()
    })
    socket.on('close', end).on('error', end)
    socket.on('end', () => (last ? undefined : end()))
    if (last) socket.end(bytes, 'latin1')
    else socket.write(bytes, 'latin1')
  })
}
