/** The dispatcher over standard streams that only collect text, and over components that reach no chain. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Components, Compose } from '#cli/context'
import { dispatch } from '#cli/start/dispatch'
import { compose } from '#compose'
import { fail } from '#domain/errors'
import { allNetworks } from '#networks/find'
import type { JudgedRun } from './judge.ts'

const deadUrl = 'http://127.0.0.1:1'

/** Nothing listens there, for every network: what a fuzzed command asks goes nowhere. */
export const deadEndpoints: Readonly<Record<string, string>> = Object.fromEntries([
  ['SWAPLINE_RPC_URL', deadUrl],
  ...allNetworks().map(({ name }) => [`SWAPLINE_RPC_URL_${name.toUpperCase()}`, deadUrl] as const),
])

/**
 * Everything real but what would ask a chain or listen: that fails as an endpoint does that is not there, at once and
 * without the pauses between tries.
 */
const composeWithoutChain: Compose = (input) => {
  const parts = compose(input)
  const dead = (): Promise<never> =>
    Promise.reject(fail('NETWORK_UNAVAILABLE', { network: 'Nowhere', reason: 'this test has no chain' }))
  const without: Pick<Components, 'service' | 'trader' | 'tokens' | 'host' | 'indexing' | 'doctor'> = {
    service: dead,
    trader: dead,
    tokens: dead,
    host: dead,
    indexing: dead,
    doctor: dead,
  }
  return { ...parts, ...without }
}

export interface InProcess {
  run(args: readonly string[]): Promise<JudgedRun>
  /** Restores the process. */
  end(): void
}

const limitMs = 20_000

/** Takes over the standard streams and the environment of this process until `end`. @param home an empty folder */
export function takeOverProcess(home: string): InProcess {
  const { cwd, env } = { cwd: process.cwd(), env: { ...process.env } }
  const work = join(home, 'a/b/c/d')
  mkdirSync(work, { recursive: true })
  process.chdir(work)
  for (const name of Object.keys(process.env)) if (name !== 'PATH') delete process.env[name]
  Object.assign(process.env, { HOME: home, LANG: 'C.UTF-8', ...deadEndpoints })
  const streams = { stdout: process.stdout.write, stderr: process.stderr.write }
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  const exit = process.exit
  const events: NodeJS.EventEmitter = process
  const listeners = ['exit', 'SIGINT', 'SIGTERM'].map((name) => [name, events.listeners(name)] as const)

  return {
    async run(args) {
      const texts = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const)
        process[name].write = (chunk: Uint8Array | string): boolean => {
          texts[name] += String(chunk)
          return true
        }
      Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true })
      let left: number | undefined
      process.exit = (code) => {
        left = Number(code ?? process.exitCode ?? 0)
        return undefined as never
      }
      process.exitCode = 0
      let thrown: unknown
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve('none in time'), limitMs)
      })
      const ended = await Promise.race([
        dispatch(args, composeWithoutChain).then(
          () => undefined,
          (error: unknown) => {
            thrown = error
          },
        ),
        late,
      ])
      clearTimeout(timer)
      const code = ended ?? (thrown === undefined ? (left ?? Number(process.exitCode ?? 0)) : `by ${String(thrown)}`)
      restore()
      rmSync(join(home, '.config'), { recursive: true, force: true })
      return { args, ...texts, code }
    },
    end() {
      restore()
      process.chdir(cwd)
      Object.assign(process.env, env)
    },
  }

  /** Every run adds listeners that only the end of a process would remove. */
  function restore(): void {
    process.stdout.write = streams.stdout
    process.stderr.write = streams.stderr
    process.exit = exit
    process.exitCode = undefined
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin)
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
    for (const [name, kept] of listeners)
      for (const listener of events.listeners(name))
        if (!kept.includes(listener)) events.removeListener(name, listener as () => void)
  }
}
