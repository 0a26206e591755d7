import { accessSync, constants, lstatSync, statfsSync } from 'node:fs'
import type { Finding } from '#domain/diagnosis'

interface FileCheck {
  readonly check: string
  readonly path: string
  /** `700` for folders, `600` for files. */
  readonly wanted: '700' | '600'
}

/** Whether a file or folder is there, is the user's alone, and can be read by this process. Opens nothing. */
export function inspectPrivateFile({ check, path, wanted }: FileCheck): Finding {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return { check, subject: path, level: 'note', message: 'there is none yet' }
  const problem = (message: string, fix: string): Finding => ({ check, subject: path, level: 'problem', message, fix })
  if (found.isSymbolicLink()) return problem('it is a symbolic link', 'replace the link by what it leads to')
  if (found.isDirectory() !== (wanted === '700')) return problem('it is of another kind', `move ${path} away`)
  const mode = (found.mode & 0o777).toString(8)
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0
  if (!isPrivate) return problem(`others can access it (mode ${mode})`, `chmod ${wanted} ${path}`)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    return problem(`it cannot be read (mode ${mode})`, `chmod ${wanted} ${path}`)
  }
  return { check, subject: path, level: 'ok', message: `mode ${mode}` }
}

const lowBytes = 200 * 2 ** 20
const minBytes = 20 * 2 ** 20

/** Whether the disk of a folder has space for a journal, which must never be cut short. */
export function inspectDisk(folder: string): Finding {
  const check = { check: 'disk', subject: folder } as const
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const message = `${Math.floor(free / 2 ** 20)} MiB free`
    if (free < minBytes)
      return { ...check, level: 'problem', message, fix: 'make room: nothing is signed without a journal' }
    return { ...check, level: free < lowBytes ? 'note' : 'ok', message }
  } catch {
    return { ...check, level: 'note', message: 'there is no such folder yet' }
  }
}
