/** The program as shipped: `bin/` and `dist/`, built from the current sources. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/swapline-e2e')
const lock = join(cache, 'building')

export interface BuiltProgram {
  readonly bin: string
  remove(): void
}

/** A separate copy, so that a concurrent build does not remove files from under a running test. */
export function buildOnce(): BuiltProgram {
  mkdirSync(cache, { recursive: true })
  if (isOld()) build()
  const folder = mkdtempSync(join(cache, `copy-${process.pid}-`))
  for (const name of ['package.json', 'bin', 'dist']) cpSync(join(root, name), join(folder, name), { recursive: true })
  return { bin: join(folder, 'bin/swapline.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies of processes that have ended: one that is killed removes nothing. */
export function removeOldCopies(): void {
  for (const name of readdirSync(cache)) {
    const pid = /^copy-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function isOld(): boolean {
  const bundle = join(root, 'dist/main.js')
  if (!existsSync(bundle)) return true
  const sources = ['src', 'contracts/standard-json'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const newest = Math.max(...sources.filter(isSource).map((entry) => mtime(join(entry.parentPath, entry.name))))
  return newest > mtime(bundle)
}

const isSource = (entry: { name: string; isFile(): boolean }): boolean =>
  entry.isFile() && /\.(ts|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts')

const mtime = (path: string): number => statSync(path).mtimeMs

/** Test files start at once in several processes: the first of them builds, the others wait for it. */
function build(): void {
  if (claimLock()) {
    try {
      execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root })
    } finally {
      rmSync(lock, { recursive: true })
    }
  } else waitForOtherBuild()
}

function claimLock(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    // A process that holds it for longer than a build takes has died.
    if (existsSync(lock) && Date.now() - mtime(lock) < 60_000) return false
    rmSync(lock, { recursive: true, force: true })
    return claimLock()
  }
}

function waitForOtherBuild(): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(lock)) Atomics.wait(cell, 0, 0, 50)
}
