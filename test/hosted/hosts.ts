/**
 * Processes that run one command of the built program after another. To start Node.js and to load the program cost three
 * times what most commands do: where words and states are tested, and not processes, runs share that. What concerns a process
 * needs one of its own: signals, pipes, terminals, its end, and commands at the same time.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface HostedRun {
  readonly args: readonly string[]
  /** All variables that it gets. */
  readonly env: Readonly<Record<string, string>>
  readonly input?: string | undefined
  readonly cwd?: string | undefined
}

export interface HostedResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export interface Hosts {
  run(job: HostedRun): Promise<HostedResult>
}

const script = join(import.meta.dirname, 'host.mjs')
/** How long a run waits for the first host before there is a second one: a run that waits for a block may need this one. */
const patienceMs = 2_000
/** No program prints it. */
const mark = '\u0000 the end of a run\n'

/** How many runs there may be at once. */
const maxHosts = 2

/** They end with this process. */
export function createHosts(bin: string): Hosts {
  const all = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const waiting: ((host: ChildProcess) => void)[] = []

  function start(): ChildProcess {
    const host = spawn(process.execPath, [script, bin], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    // Who waits for a run is kept alive by what it runs in.
    host.unref()
    host.channel?.unref()
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

  /** One that its command ended is replaced: what the command left undone must not go on. */
  async function release(host: ChildProcess, isOver: boolean): Promise<void> {
    if (isOver) await end(host)
    const [next] = waiting
    const free = isOver ? next && start() : host
    if (free === undefined) return
    if (next === undefined) idle.push(free)
    else next(free)
  }

  return {
    async run(job) {
      const host = idle.pop() ?? (all.size === 0 ? start() : await waitForHost())
      const { isOver, ...result } = await runIn(host, job)
      await release(host, isOver)
      return result
    },
  }
}

async function end(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.kill('SIGKILL')
  await once(host, 'exit')
}

async function runIn(host: ChildProcess, job: HostedRun): Promise<HostedResult & { readonly isOver: boolean }> {
  const [stdout, stderr] = [host.stdout, host.stderr].map(readToMark)
  let onExit = (): void => undefined
  const gone = new Promise<never>((_, reject) => {
    onExit = () => reject(new Error(`the host ended during ${job.args.join(' ')}`))
    host.once('exit', onExit)
  })
  const told = once(host, 'message')
  host.send({ input: '', ...job, mark })
  try {
    const [shown = '', noted = '', [ended]] = await Promise.race([Promise.all([stdout, stderr, told]), gone])
    const { broken, code, isOver } = ended as { broken?: string; code: number; isOver: boolean }
    if (broken !== undefined) throw new Error(`${job.args.join(' ')} failed by ${broken}`)
    return { stdout: shown, stderr: noted, code, isOver }
  } finally {
    host.off('exit', onExit)
  }
}

const readToMark = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    stream?.setEncoding('utf8')
    stream?.on('data', function take(part: string) {
      text += part
      if (!text.endsWith(mark)) return
      stream?.removeListener('data', take)
      resolve(text.slice(0, -mark.length))
    })
  })
