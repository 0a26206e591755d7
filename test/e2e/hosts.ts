/** Processes that run one command of the built program after another: see host.mjs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RunResult } from './fixture.ts'

export interface HostedRun {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly input: string
}

export interface Hosts {
  run(job: HostedRun): Promise<RunResult>
  close(): Promise<void>
}

const script = join(import.meta.dirname, 'host.mjs')
/** How long a run waits for the first host before there is a second one: a run that waits for a block may need this one. */
const patienceMs = 2_000
const maxHosts = 2

export function createHosts(bin: string): Hosts {
  const all = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const waiting: ((host: ChildProcess) => void)[] = []

  async function run(job: HostedRun): Promise<RunResult> {
    const host = idle.pop() ?? (all.size === 0 ? start() : await waitForHost())
    const ran = await runIn(host, job)
    release(host)
    return ran
  }

  function start(): ChildProcess {
    const { PATH = '' } = process.env
    const env = { PATH, LANG: 'C.UTF-8' }
    const host = spawn(process.execPath, [script, bin], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env })
    host.stdout?.resume()
    all.add(host)
    host.once('exit', () => {
      all.delete(host)
      if (idle.includes(host)) idle.splice(idle.indexOf(host), 1)
    })
    return host
  }

  function waitForHost(): Promise<ChildProcess> {
    return new Promise((resolve) => {
      const take = (host: ChildProcess): void => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(take), 1)
        resolve(host)
      }
      const timer = setTimeout(() => {
        if (all.size < maxHosts) take(start())
      }, patienceMs)
      waiting.push(take)
    })
  }

  function release(host: ChildProcess): void {
    const [next] = waiting
    // One that a command ended is replaced.
    const free = host.connected ? host : next && start()
    if (free === undefined) return
    if (next === undefined) idle.push(free)
    else next(free)
  }

  return {
    run,
    close: async () => {
      await Promise.all(
        [...all].map(async (host) => {
          host.kill('SIGKILL')
          await once(host, 'exit')
        }),
      )
    },
  }
}

function runIn(host: ChildProcess, job: HostedRun): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let words = ''
    const listen = (text: Buffer): void => {
      words += text.toString()
    }
    const onEnd = (): void => reject(new Error(`the host ended during ${job.args.join(' ')}: ${words}`))
    host.stderr?.on('data', listen)
    host.once('exit', onEnd)
    host.once('message', (told) => {
      host.off('exit', onEnd)
      host.stderr?.off('data', listen)
      const { isOver, ...ran } = told as Omit<RunResult, 'signal'> & { readonly isOver: boolean }
      if (isOver) host.disconnect()
      resolve({ ...ran, signal: null })
    })
    host.send(job)
  })
}
