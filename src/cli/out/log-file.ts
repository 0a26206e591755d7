/** `--log-file`: one JSON object a line, appended, for programs that run unattended. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { fail } from '#domain/errors'
import type { Env } from '#system/env'
import { scrubJson, secretsOf } from '#text/scrub'

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogFile {
  /** Appends a line, secrets masked. A line that cannot be written is lost: it must not end a command. */
  write(fields: LogFields): void
}

const noFile: LogFile = { write: () => undefined }

/**
 * @param path absent: nothing is written
 * @throws `UNSAFE_MODE` if others can read the file, `USAGE` if it cannot be written
 */
export function openLogFile(path: string | undefined, env: Env, now: () => Date = () => new Date()): LogFile {
  if (path === undefined) return noFile
  const file = open(path)
  const secrets = secretsOf(env)
  return {
    write(fields) {
      const line = scrubJson(JSON.stringify({ time: now().toISOString(), ...fields }), secrets)
      try {
        writeSync(file, `${line}\n`) // in one write, so that lines of several processes do not mix
      } catch {
        // the disk is full, or the file is on a machine that went away
      }
    },
  }
}

function open(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants
  let file: number
  try {
    // Without blocking, for a pipe that nobody reads.
    file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | (O_NONBLOCK ?? 0), 0o600)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw fail('USAGE', {
      reason: `The log file ${path} cannot be written (${reason}).`,
      fix: 'name another --log-file',
    })
  }
  const found = fstatSync(file)
  const mode = found.mode & 0o777
  if (found.isFile() && process.platform !== 'win32' && (mode & 0o077) !== 0) {
    closeSync(file)
    throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted: '600' })
  }
  return file
}
