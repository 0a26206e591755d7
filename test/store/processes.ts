import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const cache = join(import.meta.dirname, '../../node_modules/.cache/swapline-test')

/** A test's worker processes. */
export interface Processes {
  start(...argv: readonly string[]): Worker
}

export interface Worker {
  readonly process: ChildProcess
  tell(line: string): void
  /** Its next line of output, or `undefined` once it has ended. */
  line(): Promise<string | undefined>
  /** All unread output, once it has ended. */
  rest(): Promise<readonly string[]>
  kill(): void
}

/** Bundles a worker once for the calling test file, and removes the bundle afterwards. */
export function createWorkerProcesses(source = 'worker.ts'): Processes {
  // Inside node_modules, because the bundle must find the native driver.
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'worker-'))
  const bundle = join(folder, 'worker.mjs')
  const running = new Set<ChildProcess>()

  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, source)],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      external: ['libsql', 'postgres'],
      logLevel: 'silent',
    })
  })
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  return {
    start: (...argv) => {
      const child = spawn(process.execPath, [bundle, ...argv], { stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdin.on('error', () => undefined) // it was killed before it read
      running.add(child)
      child.on('exit', () => running.delete(child))
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const line = async () => {
        const { done, value } = await lines.next()
        return done === true ? undefined : value
      }
      const rest = async () => {
        const all: string[] = []
        for (let next = await line(); next !== undefined; next = await line()) all.push(next)
        return all
      }
      const tell = (words: string) => void child.stdin.write(`${words}\n`)
      return { process: child, tell, line, rest, kill: () => void child.kill('SIGKILL') }
    },
  }
}
