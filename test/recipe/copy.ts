/** A copy of the repository to try recipes in: all files that are committed or will be, with the same packages. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'

export interface Copy {
  readonly path: string
  /** Copies the files of a folder into it. */
  add(folder: string): void
  /** Runs a program in it. @throws Error with its output unless it succeeds. */
  run(program: string, ...args: readonly string[]): Promise<string>
  /** Paths of files that differ from the ones here, or are only here or only there. */
  changed(): readonly string[]
  remove(): void
}

/** Packages are left out of every folder: those that tests install apart are large. */
const isApart = (path: string): boolean =>
  ['.git', 'dist', 'coverage'].includes(path) || basename(path) === 'node_modules'

export function copyRepository(): Copy {
  const path = mkdtempSync(join(tmpdir(), 'swapline-recipe-'))
  cpSync('.', path, { recursive: true, filter: (from) => !isApart(relative('.', from)) })
  // Each package is linked, not their folder: caches that tools put there stay in the copy.
  mkdirSync(join(path, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((one) => one !== '.cache'))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(path, 'node_modules', name))
  return {
    path,
    add: (folder) => cpSync(folder, path, { recursive: true }),
    run: (program, ...args) => run(path, program, args),
    changed: () =>
      [...new Set([...filesOf('.'), ...filesOf(path)])].filter((file) => !isSameAs(file, join(path, file))),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    VITEST: undefined,
    VITEST_POOL_ID: undefined,
    VITEST_WORKER_ID: undefined,
  }
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 1 << 26 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
  }
}

function filesOf(root: string, folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (isApart(path)) return []
    return entry.isDirectory() ? filesOf(root, path) : [path]
  })
}

function isSameAs(here: string, there: string): boolean {
  try {
    return readFileSync(here).equals(readFileSync(there))
  } catch {
    return false
  }
}
