/** Facts of a run before it does anything. */

import type { RunFacts } from '#cli/out/envelope'
import type { FailureOptions } from '#cli/out/failure'
import type { Settings } from '#cli/settings/settings'
import { version } from '#cli/version'
import { systemClock } from '#system/clock'
import { secretsOf } from '#text/scrub'

/** @param url of the service, or `local`: its path and its user part may be a key, so no document has them */
export function createRunFacts(url: string): RunFacts {
  const service = url === 'local' ? url : new URL(url).origin
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
export const createFailureOptions = (settings: Settings, sends: boolean): FailureOptions => ({
  secrets: secretsOf(process.env),
  sends,
  causes: settings.get('log.level') === 'debug',
})
