/** The built program as a server over a chain, in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { bin, cleanEnv } from '../cli/run-built.ts'

export interface BuiltServer {
  readonly child: ChildProcess
  readonly url: string
  readonly authUrl: string
  /** Its report after the start. */
  readonly started: { readonly networks: readonly string[]; readonly refused: readonly object[] }
  readonly metricsUrl: string
  readonly getOutput: () => { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<number | null>
}

export interface ServerTarget {
  readonly home: string
  readonly chainUrl: string
  /** The network that the chain plays; by default the sandbox's own. */
  readonly network?: string
  readonly env?: Readonly<Record<string, string>>
}

/** More than any test requests. */
export const generousFlags = [
  '--rate',
  '100000',
  '--burst',
  '100000',
  '--max-queued',
  '10000',
  '--wait-within',
  '60000',
]

/** Stopped after the test, if not before. */
export async function startBuiltServer(place: ServerTarget, flags: readonly string[]): Promise<BuiltServer> {
  const server = await spawnServer(place, flags)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** The caller stops it. */
export const spawnServer = (
  { home, chainUrl, network = 'sandbox', env = {} }: ServerTarget,
  flags: readonly string[],
): Promise<BuiltServer> => spawnServe({ home, env }, ['-n', network, '--rpc-url', chainUrl, ...flags])

/** @param env names the endpoints of networks that no flag names */
export function spawnServe(
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
      resolve({ child, url, authUrl, metricsUrl, started, getOutput: () => ({ stdout, stderr }), ended })
    })
  })
}
