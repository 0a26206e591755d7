import { request } from 'node:http'

/** JSON-RPC to a local chain: the development methods that the `Chain` port does not offer. */
export type Rpc = <T = unknown>(method: string, ...params: readonly unknown[]) => Promise<T>

export class SandboxRpcError extends Error {
  override readonly name = 'RpcError'
  /** The revert data of a call, if the node returns it. */
  readonly data: string | undefined

  constructor(message: string, data: string | undefined) {
    super(message)
    this.data = data
  }
}

export const createRpc =
  (url: string, timeoutMs = 30_000): Rpc =>
  async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const text = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), timeoutMs)
    const answer: { result?: T; error?: { message: string; data?: string } } = JSON.parse(text)
    if (answer.error !== undefined) throw new SandboxRpcError(`${method}: ${answer.error.message}`, answer.error.data)
    return answer.result as T
  }

function post(url: string, body: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', headers, timeout: timeoutMs }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer from ${url} in ${timeoutMs} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}
