import { readFileSync } from 'node:fs'
import type Driver from 'libsql'

/**
 * The driver: a native library, some 20 to 50 ms that most commands save.
 *
 * It learns which C library this is from one member of a whole diagnostic report, which takes several milliseconds.
 * Where the system itself tells, that member is all the report that it is given while it loads.
 */
export async function loadDriver(): Promise<typeof Driver> {
  const report = isGlibc() ? process.report : undefined
  const getReport = report?.getReport
  if (report !== undefined) report.getReport = () => ({ header: { glibcVersionRuntime: 'some' } })
  try {
    return (await import('libsql')).default
  } finally {
    if (report !== undefined && getReport !== undefined) report.getReport = getReport
  }
}

/** By what glibc's own `ldd` says; false where there is none. */
function isGlibc(): boolean {
  if (process.platform !== 'linux') return false
  try {
    return readFileSync('/usr/bin/ldd', 'utf8').includes('GNU C Library')
  } catch {
    return false
  }
}
