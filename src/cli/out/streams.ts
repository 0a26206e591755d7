/** Writes to stdout and stderr without ever ending a command: a lost result is reported, lost text on stderr is not. */
import { fstatSync, writeSync } from 'node:fs'

export type StreamName = 'stdout' | 'stderr'

/** The exit status if the work was done but its result could not be written, as EX_IOERR of sysexits. */
export const resultLostExitCode = 74

/** Why output for stdout was lost, in words. */
let lossReason: string | undefined

export const getLossReason = (): string | undefined => lossReason

/** Writes text unchanged. @returns false if it is known at once that the stream failed */
export function writeTo(stream: StreamName, text: string | Uint8Array): boolean {
  const fd = stream === 'stdout' ? 1 : 2
  try {
    if (isFile(fd)) writeFully(fd, text)
    else process[stream].write(text)
    return true
  } catch (error) {
    if (stream === 'stdout') lossReason = reasonOf(error)
    return false
  }
}

/** True if stdout is a pipe, or a socket as Node makes for its children: then it is no terminal, and short text needs no stream of Node's. */
export function isPiped(): boolean {
  try {
    const found = fstatSync(1)
    return found.isFIFO() || found.isSocket()
  } catch {
    return false // it is closed
  }
}

/**
 * Writes to a pipe on stdout, for what prints once and ends: to create Node's streams takes 5 ms, a third of what a shell
 * waits for at Tab. A reader that has gone is ignored.
 * @returns what is left: if the pipe is full, or fails in another way
 */
export function writeToPipe(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return bytes.subarray(bytes.length)
  }
  return bytes.subarray(written)
}

/** From here on later stream errors end nothing; a closed reader (`| head`) ends the program quietly. */
export function ignoreStreamErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    lossReason = reasonOf(error)
  })
  process.stderr.on('error', () => undefined)
  // A failure of stdout may be noticed only after the command has ended.
  process.on('exit', (code) => {
    if (lossReason !== undefined && code === 0) process.exitCode = resultLostExitCode
  })
}

/** True if not a terminal, pipe or socket: there Node's own stream throws after a partial write and loses the rest. */
function isFile(fd: number): boolean {
  const found = fstatSync(fd)
  return found.isFile() || (found.isCharacterDevice() && process[fd === 1 ? 'stdout' : 'stderr'].isTTY !== true)
}

function writeFully(fd: number, text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
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
