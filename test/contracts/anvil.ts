import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Anvil {
  readonly url: string
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>
  close(): void
}

/** A call that the chain refused, with its revert data. */
export class RpcError extends Error {
  readonly data: string

  constructor(message: string, data: unknown) {
    super(message)
    this.data = typeof data === 'string' ? data : '0x'
  }
}

/** Starts an empty chain on a free port of this machine. */
export async function startAnvil(...options: readonly string[]): Promise<Anvil> {
  // without the limit, states of old blocks, megabytes each, stay on the disk after a kill
  const flags = ['--max-persisted-states', '0', '--host', '127.0.0.1', '--port', '0', ...options]
  const child = spawn(binary(), flags, {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await waitUntilListening(child)
  return { url, rpc: (method, ...params) => rpc(url, method, params), close: () => child.kill() }
}

/** The binary itself: the wrapper in `.bin` would survive when its child is ended. */
function binary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`)
}

function waitUntilListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const address = /Listening on (\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(`http://${address}`)
    })
  })
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result: T; error?: { message: string; data?: unknown } }
  if (error !== undefined) throw new RpcError(`${method}: ${error.message}`, error.data)
  return result
}
