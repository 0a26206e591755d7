/** The log of a service: lines of JSON on stderr, for programs that collect them. */
import type { Surroundings } from '#cli/context'
import { writeTo } from '#cli/out/streams'
import { scrub, secretsOf } from '#cli/scrub'
import type { logLevels } from '#cli/settings/table'

export type LogLevel = (typeof logLevels)[number]

/** The numbers of the HTTP library's logger, which writes into the same log. */
const numbers: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

export interface ServiceLog {
  readonly level: LogLevel
  /** One line as it is, but for the secrets in it. */
  write(line: string): void
  /** A line of these fields, unless its level is below that of the log; it carries the id of the request it is of. */
  note(level: LogLevel, fields: Readonly<Record<string, unknown>>): void
  /** Does the work of a request. Its id is followed through what it waits for only where that is worth its price. */
  withRequestId<T>(requestId: string, work: () => Promise<T>): Promise<T>
}

export function createServiceLog({
  settings,
  clock,
  env,
}: Pick<Surroundings, 'settings' | 'clock' | 'env'>): ServiceLog {
  const level = levelOf(settings)
  const secrets = secretsOf(env)
  const requests = level === 'debug' ? requestStorage() : undefined
  const write = (line: string): void => void writeTo('stderr', scrub(line, secrets))
  return {
    level,
    write,
    note(of, fields) {
      if (numbers[of] < numbers[level]) return
      const requestId = requests?.getStore()
      const line = {
        level: numbers[of],
        time: clock.now(),
        ...(requestId === undefined ? {} : { requestId }),
        ...fields,
      }
      write(`${JSON.stringify(line)}\n`)
    },
    withRequestId: (requestId, work) => (requests === undefined ? work() : requests.run(requestId, work)),
  }
}

function requestStorage() {
  const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks')
  return new AsyncLocalStorage<string>()
}

/** What is asked for, else every request: the default of the other commands would leave a server's log empty. */
function levelOf(settings: Surroundings['settings']): LogLevel {
  if (settings.get('quiet')) return 'error'
  const [first] = settings.said('log.level')
  return first === undefined || first.origin.source === 'built-in' ? 'info' : settings.get('log.level')
}
