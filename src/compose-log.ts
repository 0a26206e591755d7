/** The log of a service: JSON lines on stderr, for log collectors. */
import type { ComposeInput } from '#cli/context'
import { writeTo } from '#cli/out/streams'
import type { logLevels } from '#cli/settings/table'
import { scrubJson, secretsOf } from '#text/scrub'

export type LogLevel = (typeof logLevels)[number]

/** The numeric levels of the HTTP library's logger, which writes into the same log. */
const levelNumbers: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

export interface ServiceLog {
  readonly level: LogLevel
  /** Writes a line, unchanged except for masked secrets, at the end of this turn of the event loop. */
  write(line: string): void
  /** Writes a line with these fields, unless its level is below the log's; adds the id of the current request. */
  note(level: LogLevel, fields: Readonly<Record<string, unknown>>): void
  /**
   * Does the work of a request. Its id is tracked through asynchronous calls only if the log level is worth the cost.
   */
  withRequestId<T>(requestId: string, work: () => Promise<T>): Promise<T>
}

export function createServiceLog({
  settings,
  clock,
  env,
}: Pick<ComposeInput, 'settings' | 'clock' | 'env'>): ServiceLog {
  const level = levelOf(settings)
  const secrets = secretsOf(env)
  const requests = level === 'debug' ? requestStorage() : undefined
  const write = gatherLines((lines) => void writeTo('stderr', scrubJson(lines, secrets)))
  return {
    level,
    write,
    note(of, fields) {
      if (levelNumbers[of] < levelNumbers[level]) return
      const requestId = requests?.getStore()
      const line = {
        level: levelNumbers[of],
        time: clock.now(),
        ...(requestId === undefined ? {} : { requestId }),
        ...fields,
      }
      write(`${JSON.stringify(line)}\n`)
    },
    withRequestId: (requestId, work) => (requests === undefined ? work() : requests.run(requestId, work)),
  }
}

/**
 * Lines of one turn of the event loop are written together, or when the process ends: every write is a call to the system
 * that all requests wait for.
 */
function gatherLines(write: (lines: string) => void): (line: string) => void {
  let waiting = ''
  const flush = () => {
    process.off('exit', flush)
    const lines = waiting
    waiting = ''
    write(lines)
  }
  return (line) => {
    if (waiting === '') {
      process.once('exit', flush)
      setImmediate(flush)
    }
    waiting += line
  }
}

/** Reports a failure of a subject once while it lasts: one that repeats would otherwise fill the log. */
export function skipRepeats(report: (subject: string, message: string) => void) {
  const last = new Map<string, string>()
  return (subject: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    if (last.get(subject) === message) return
    last.set(subject, message)
    report(subject, message)
  }
}

function requestStorage() {
  const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks')
  return new AsyncLocalStorage<string>()
}

/** The configured level, else every request: the default of the other commands would leave a server's log empty. */
function levelOf(settings: ComposeInput['settings']): LogLevel {
  if (settings.get('quiet')) return 'error'
  const [first] = settings.getSources('log.level')
  return first === undefined || first.origin.source === 'built-in' ? 'info' : settings.get('log.level')
}
