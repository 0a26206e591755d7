/** A private endpoint that really keeps, forwards, refuses or loses the bytes it is given. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transaction } from 'ethers'

/**
 * `hold`: accepts and keeps them until `release`. `forward`: accepts and hands them to the node at once. `refuse`: answers
 * with an error, and keeps them all the same. `silent`: keeps them, and closes the connection without an answer.
 * `mislead`: keeps them, and answers with another hash.
 */
export type RelayMode = 'hold' | 'forward' | 'refuse' | 'silent' | 'mislead'

export interface PrivateRelay {
  readonly url: string
  readonly host: string
  /** The methods it was asked, in order. */
  readonly methods: readonly string[]
  /** All bytes it was given, in order. */
  readonly given: readonly string[]
  behave(mode: RelayMode): void
  /** Hands what it was given last to the node. */
  release(): Promise<void>
  forget(): void
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly string[]
}

export async function startRelay(send: (raw: string) => Promise<string>): Promise<PrivateRelay> {
  let mode: RelayMode = 'hold'
  const methods: string[] = []
  const given: string[] = []

  async function answer({ id, method, params: [raw = ''] }: Call): Promise<object | undefined> {
    methods.push(method)
    if (method !== 'eth_sendRawTransaction') return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such' } }
    given.push(raw)
    if (mode === 'silent') return undefined
    if (mode === 'refuse') return { jsonrpc: '2.0', id, error: { code: -32_000, message: 'fee too low for us' } }
    if (mode === 'mislead') return { jsonrpc: '2.0', id, result: `0x${'ab'.repeat(32)}` }
    const result = mode === 'forward' ? await send(raw) : Transaction.from(raw).hash
    return { jsonrpc: '2.0', id, result }
  }

  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Call | readonly Call[]
      Promise.all([body].flat().map(answer)).then(
        (answers) => {
          if (answers.includes(undefined)) return void response.destroy()
          response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
        },
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    methods,
    given,
    behave: (next) => {
      mode = next
    },
    release: async () => void (await send(given.at(-1) ?? '')),
    forget: () => {
      methods.length = 0
      given.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
