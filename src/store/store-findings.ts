import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '#domain/diagnosis'
import { loadDriver } from '#store/sqlite/load-driver'

/** Whether SQLite finds the store whole. Reads only: creates and migrates nothing. */
export async function inspectStore(path: string): Promise<Finding> {
  const check = { check: 'store', subject: path } as const
  if (!existsSync(path)) return { ...check, level: 'note', message: 'there is none yet' }
  const fix = `keep a copy of ${path}, then move it away; sent transactions are on the chain`
  try {
    const Driver = await loadDriver()
    const connection = new Driver(path, { readonly: true, timeout: 1_000 })
    try {
      const [row]: unknown[] = connection.prepare('PRAGMA quick_check(1)').all()
      const said = typeof row === 'object' && row !== null ? String(Object.values(row)[0]) : 'nothing'
      if (said !== 'ok') return { ...check, level: 'problem', message: `it is damaged: ${said}`, fix }
      const size = Math.ceil(statSync(path).size / 1024)
      return { ...check, level: 'ok', message: `whole, ${size} KiB` }
    } finally {
      connection.close()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return { ...check, level: 'problem', message: `it cannot be read: ${reason}`, fix }
  }
}

/**
 * The locks of accounts and sandboxes in `folders` that a process holds now. The kernel owns them, so none can be left over
 * by a process that died. Only Linux says who holds one.
 */
export function inspectLocks(folders: readonly string[]): readonly Finding[] {
  const holders = readHolders()
  const files = folders.flatMap((folder) => listLockFiles(folder))
  const held = files.flatMap((path): readonly Finding[] => {
    const pid = holders.get(statSync(path, { throwIfNoEntry: false })?.ino ?? -1)
    if (pid === undefined) return []
    const message = `process ${pid} works with it${nameOfProcess(pid)}`
    return [{ check: 'lock', subject: path, level: 'note', message, fix: `wait until it ends, or: kill ${pid}` }]
  })
  if (held.length > 0) return held
  return [{ check: 'lock', subject: folders[0] ?? '', level: 'ok', message: `none of ${files.length} is held` }]
}

function listLockFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.lock'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Processes that hold a lock on a file, by the file's number: `1: POSIX ADVISORY WRITE 123 fd:00:456 0 EOF`. */
function readHolders(): ReadonlyMap<number, number> {
  const holders = new Map<number, number>()
  let text = ''
  try {
    text = readFileSync('/proc/locks', 'utf8')
  } catch {
    return holders
  }
  for (const line of text.split('\n')) {
    const [, pid = '', inode = ''] = /\sWRITE\s+(\d+)\s+[\da-f]+:[\da-f]+:(\d+)\s/i.exec(line) ?? []
    if (pid !== '') holders.set(Number(inode), Number(pid))
  }
  return holders
}

function nameOfProcess(pid: number): string {
  try {
    return ` (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`
  } catch {
    return ''
  }
}
