import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Anvil {
  readonly url: string
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>
  close(): Promise<void>
}

/** Starts a real, empty chain on a free local port. */
export async function startAnvil(options: readonly string[] = []): Promise<Anvil> {
  // without the limit, states of old blocks stay on the disk, megabytes each, when it is killed
  const flags = ['--max-persisted-states', '0', '--host', '127.0.0.1', '--port', '0', ...options]
  const child = spawn(binary(), flags, {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = `http://${await addressOf(child)}`
  return {
    url,
    rpc: (method, ...params) => rpc(url, method, params),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}

/** The program itself: the wrapper in `.bin` would leave its child running. */
function binary(): string {
  const { platform, arch } = process
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const address = /Listening on (\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
