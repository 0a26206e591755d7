/** What a command may not end in: silence, or a result that nobody got. */
import { unlessDry } from '#cli/dry-loop'
import type { RunningOut } from '#cli/out/out'
import { lostReason, writeTo } from '#cli/out/streams'
import { fail } from '#domain/errors'

/**
 * Waits for `work`, and for no more than can come: a result that was given is the end of it.
 * @throws `INTERNAL` where it waits for what can no longer come; what `work` throws
 */
export const unlessRunDry = (out: Pick<RunningOut, 'given'>, work: Promise<void>): Promise<void> =>
  unlessDry(work, () => {
    if (!out.given()) throw fail('INTERNAL', { reason: 'the command waits for what cannot come any more' })
  })

/**
 * A command that did its work must not look done to whoever never got its result.
 * @throws `RESULT_NOT_WRITTEN`, unless the command ends with a status other than 0 anyway
 */
export function checkWritten(out: Pick<RunningOut, 'exit' | 'swapId'>): void {
  const reason = lostReason()
  if (reason === undefined) return
  if (out.exit() !== 0) return void writeTo('stderr', `The result could not be written: ${reason}.\n`)
  const id = out.swapId()
  throw fail('RESULT_NOT_WRITTEN', { reason, id }, id === undefined ? {} : { swapId: id })
}
