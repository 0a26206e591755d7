/** The built program as a server over a chain: a process of its own, as it is run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { bin, cleanEnv } from '../cli/run-built.ts'

export interface BuiltServer {
  readonly child: ChildProcess
  readonly url: string
  readonly authUrl: string
  /** What it says when it has started. */
  readonly started: { readonly networks: readonly string[]; readonly refused: readonly object[] }
  readonly metricsUrl: string
  readonly said: () => { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<number | null>
}

export interface Place {
  readonly home: string
  readonly chainUrl: string
  /** Which network the chain is; the sandbox's own by default. */
  readonly network?: string
  readonly env?: Readonly<Record<string, string>>
}

/** More than any test asks for. */
export const roomyFlags = ['--rate', '100000', '--burst', '100000', '--max-queued', '10000', '--wait-within', '60000']

/** Gone after the test, if not before. */
export async function startBuiltServer(place: Place, flags: readonly string[]): Promise<BuiltServer> {
  const server = await spawnServer(place, flags)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** Whoever starts it ends it. */
export const spawnServer = (
  { home, chainUrl, network = 'sandbox', env = {} }: Place,
  flags: readonly string[],
): Promise<BuiltServer> => spawnServing({ home, env }, ['-n', network, '--rpc-url', chainUrl, ...flags])

/** @param env says where networks are asked that no flag names */
export function spawnServing(
  { home, env = {} }: { readonly home: string; readonly env?: Readonly<Record<string, string>> },
  flags: readonly string[],
): Promise<BuiltServer> {
  const words = ['serve', '-o', 'jsonl']
  const ports = ['--port', '0', '--auth-port', '0', '--metrics-port', '0']
  const child = spawn(process.execPath, [bin, ...words, ...ports, ...flags], { env: cleanEnv(home, env) })
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return new Promise((resolve, reject) => {
    child.on('close', () => reject(new Error(stderr)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const [line = '', ...rest] = stdout.split('\n')
      if (rest.length === 0) return
      const { url, authUrl, metricsUrl, ...started } = JSON.parse(line).data
      resolve({ child, url, authUrl, metricsUrl, started, said: () => ({ stdout, stderr }), ended })
    })
  })
}
