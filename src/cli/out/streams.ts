/** stdout and stderr, which never end a command: a result that is lost is told of, a lost word on stderr is not missed. */
import { fstatSync, writeSync } from 'node:fs'

export type StreamName = 'stdout' | 'stderr'

/** The exit status of what did its work when its result could not be written, as EX_IOERR of sysexits. */
export const resultLostExit = 74

/** Why something meant for stdout was lost, in words. */
let lost: string | undefined

export const lostReason = (): string | undefined => lost

/** Writes text as it is. @returns false where it is known at once that the stream did not take it */
export function writeTo(stream: StreamName, text: string): boolean {
  const fd = stream === 'stdout' ? 1 : 2
  try {
    if (isFile(fd)) writeWhole(fd, text)
    else process[stream].write(text)
    return true
  } catch (error) {
    if (stream === 'stdout') lost = reasonOf(error)
    return false
  }
}

/** From here on errors that streams meet later end nothing; a reader that goes away (`| head`) ends the program quietly. */
export function surviveLostStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    lost = reasonOf(error)
  })
  process.stderr.on('error', () => undefined)
  // What stdout did not take was perhaps found out only after the command came to its end.
  process.on('exit', (code) => {
    if (lost !== undefined && code === 0) process.exitCode = resultLostExit
  })
}

/** Not a terminal, pipe or socket: then Node's own stream throws, and loses the rest of what the disk takes a part of. */
function isFile(fd: number): boolean {
  const found = fstatSync(fd)
  return found.isFile() || (found.isCharacterDevice() && process[fd === 1 ? 'stdout' : 'stderr'].isTTY !== true)
}

function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would become too large',
  EIO: 'the device reports an error',
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const words = reasons[code]
  return words === undefined ? code : `${words} (${code})`
}
