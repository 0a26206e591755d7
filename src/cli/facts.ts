/** What is known of a run before it does anything. */
import { systemClock } from '#cli/clock'
import type { RunFacts } from '#cli/out/envelope'
import type { Telling } from '#cli/out/failure'
import { secretsOf } from '#cli/scrub'
import type { Settings } from '#cli/settings/settings'
import { version } from '#cli/version'

export function facts(service: string): RunFacts {
  const started = systemClock.elapsed()
  let id: string | undefined
  return {
    version,
    service,
    requestId() {
      // Loading node:crypto takes longer than many a command.
      id ??= process.getBuiltinModule('node:crypto').randomUUID()
      return id
    },
    durationMs: () => Math.round(systemClock.elapsed() - started),
  }
}

/** @param sends the command can send a transaction */
export const telling = (settings: Settings, sends: boolean): Telling => ({
  secrets: secretsOf(process.env),
  sends,
  causes: settings.get('log.level') === 'debug',
})
