/** What a command may not end in: silence, or a result that nobody got. */
import type { RunningOut } from '#cli/out/out'
import { lostReason, writeTo } from '#cli/out/streams'
import { fail } from '#domain/errors'

/**
 * Waits for `work`. A process ends, with status 0, as soon as nothing is left that could wake it up, also amid a command
 * that waits for what can no longer come. Then this throws instead, unless the command has given its result.
 * @throws `INTERNAL`; what `work` throws
 */
export async function unlessRunDry(out: Pick<RunningOut, 'given'>, work: Promise<void>): Promise<void> {
  let onDry = (): void => undefined
  const dry = new Promise<void>((resolve, reject) => {
    onDry = () =>
      out.given() ? resolve() : reject(fail('INTERNAL', { reason: 'the command waits for what cannot come any more' }))
  })
  process.once('beforeExit', onDry)
  try {
    await Promise.race([work, dry])
  } finally {
    process.off('beforeExit', onDry)
  }
}

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
