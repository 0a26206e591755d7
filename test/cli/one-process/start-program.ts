/**
 * The built program in one process for many runs. To start Node.js and load the program costs three times what most
 * commands do: where words are tested and not processes, the runs of a file share that. What concerns a process - signals,
 * pipes, terminals, its end - needs one of its own: `runSwapline`.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { cleanEnv, type RunEnvironment, type RunResult } from '../run-built.ts'

export interface ProgramRun {
  /** All variables that it gets. */
  readonly env: Readonly<Record<string, string>>
  readonly input?: string | undefined
  readonly cwd?: string | undefined
}

const script = fileURLToPath(new URL('served.mjs', import.meta.url))
/** No program prints it. */
const mark = '\u0000 the end of a run\n'

type Run = (args: readonly string[], run: ProgramRun) => Promise<RunResult>

/**
 * It starts with its first run and ends after the tests of the file.
 * @returns runs it; runs that are asked for at once are made one after the other
 */
export function startProgram(): Run {
  let program: { readonly run: Run; readonly end: () => Promise<void> } | undefined
  afterAll(() => program?.end())
  let last: Promise<unknown> = Promise.resolve()
  return (args, run) => {
    program ??= startProcess()
    const { run: runNow } = program
    const result = last.then(() => runNow(args, run))
    last = result.catch(() => undefined)
    return result
  }
}

function startProcess() {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => reject(new Error(`the program ended the process: ${code ?? signal}`)))
  })
  ended.catch(() => undefined)
  const readToMark = (stream: NodeJS.ReadableStream | null) =>
    new Promise<string>((resolve) => {
      let text = ''
      stream?.setEncoding('utf8')
      stream?.on('data', function take(part: string) {
        text += part
        if (!text.endsWith(mark)) return
        stream?.removeListener('data', take)
        resolve(text.slice(0, -mark.length))
      })
    })
  return {
    async run(args: readonly string[], run: ProgramRun): Promise<RunResult> {
      const streams = Promise.all([readToMark(child.stdout), readToMark(child.stderr)])
      const status = new Promise<number | string>((resolve) => child.once('message', resolve))
      child.send({ args, mark, input: '', ...run })
      const [[stdout, stderr], code] = await Promise.race([Promise.all([streams, status]), ended])
      if (typeof code === 'string') throw new Error(`the program failed ${code}`)
      return { stdout, stderr, code }
    },
    async end(): Promise<void> {
      child.kill()
      await ended.catch(() => undefined)
    },
  }
}

/** As `runSwapline`, in one process. */
export function startSwapline(): (
  home: string,
  args: readonly string[],
  circumstances?: RunEnvironment,
) => Promise<RunResult> {
  const run = startProgram()
  return (home, args, { env, input, cwd } = {}) => run(args, { env: cleanEnv(home, env), input, cwd })
}
