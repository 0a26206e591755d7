/** Runs the built program as a user does: in a separate process, with a separate home. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const bin = fileURLToPath(new URL('../../bin/swapline.js', import.meta.url))

if (!existsSync(fileURLToPath(new URL('../../dist/main.js', import.meta.url))))
  throw new Error('These tests run the built program. First: npm run build')

export interface RunResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

export interface RunEnvironment {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly cwd?: string
}

const { PATH = '' } = process.env

/** Nothing of the machine's environment except what Node needs. */
export const cleanEnv = (home: string, env: RunEnvironment['env'] = {}): Record<string, string> => ({
  PATH,
  HOME: home,
  LANG: 'C.UTF-8',
  ...env,
})

/** A home that is removed after the test. */
export function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

export function runSwapline(
  home: string,
  args: readonly string[],
  { env, input = '', cwd }: RunEnvironment = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      env: cleanEnv(home, env),
      ...(cwd === undefined ? {} : { cwd }),
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ stdout, stderr, code }))
  })
}
