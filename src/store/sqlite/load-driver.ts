import { readFileSync } from 'node:fs'
import type Driver from 'libsql'

let loading: Promise<typeof Driver> | undefined

/** The driver: a native library, some 20 to 50 ms that most commands save. */
export function loadDriver(): Promise<typeof Driver> {
  loading ??= isGlibc() ? importWithoutReport() : importDriver()
  return loading
}

const importDriver = async (): Promise<typeof Driver> => (await import('libsql')).default

/**
 * The driver learns which C library this is from one member of a whole diagnostic report, which takes Node several
 * milliseconds. Until it is loaded, that member is all there is in a report.
 */
async function importWithoutReport(): Promise<typeof Driver> {
  const { report } = process
  const whole = report.getReport
  report.getReport = () => ({ header: { glibcVersionRuntime: 'as ldd says' } })
  try {
    return await importDriver()
  } finally {
    report.getReport = whole
  }
}

/** By what glibc's own `ldd` says of itself; false where there is none. */
function isGlibc(): boolean {
  if (process.platform !== 'linux') return false
  try {
    return readFileSync('/usr/bin/ldd', 'utf8').includes('GNU C Library')
  } catch {
    return false
  }
}
