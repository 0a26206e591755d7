/** A command must not end in silence, or with a result that was not delivered. */

import type { RunningOut } from '#cli/out/out'
import { getLossReason, writeTo } from '#cli/out/streams'
import { raceBeforeExit } from '#cli/race-before-exit'
import { fail } from '#domain/errors'

/**
 * Waits for `work`, but not for an event that can no longer happen: after a printed result, the command is done.
 * @throws `INTERNAL` if it waits for such an event without a result; what `work` throws
 */
export const awaitCommand = (out: Pick<RunningOut, 'hasResult'>, work: Promise<void>): Promise<void> =>
  raceBeforeExit(work, () => {
    if (!out.hasResult()) throw fail('INTERNAL', { reason: 'the command waits for an event that can no longer happen' })
  })

/**
 * A command that did its work must not look done if its result was not delivered. What a result with a swap sent is in the
 * journal, or as a gasless one's in no journal: so it counts as sent unless the journal knows better.
 * @throws `RESULT_NOT_WRITTEN`, unless the command ends with a status other than 0 anyway
 */
export function checkResultWritten(out: Pick<RunningOut, 'exitCode' | 'swapId' | 'reference'>): void {
  const reason = getLossReason()
  if (reason === undefined) return
  if (out.exitCode() !== 0) return void writeTo('stderr', `The result could not be written: ${reason}.\n`)
  const swapId = out.swapId()
  const details = { reason, id: out.reference() }
  throw fail('RESULT_NOT_WRITTEN', details, swapId === undefined ? {} : { sent: true, swapId })
}
