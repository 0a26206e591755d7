/** Ctrl-C, `kill` and the time limit. What they end with is concluded from the journal, never from what was seen here. */
import { systemClock } from '#cli/clock'
import type { Interruption } from '#cli/context'
import { fail, type SwapError } from '#domain/errors'

export interface Watch extends Interruption {
  /** Starts the time limit. */
  limit(seconds: number): void
  /** Stops the clock of the time limit while `work` runs. */
  thinking<T>(work: () => Promise<T>): Promise<T>
  /** The failure of the command: what the journal says of the intent it works on, if it works on one. */
  outcome(error: SwapError): Promise<SwapError>
  /** It is being ended from outside, and {@link watchInterruptions}'s `stop` will say how. */
  isStopping(): boolean
  /** From here on signals have their usual meaning. */
  end(): void
}

interface WatchContext {
  /** Prints the failure and ends the process with its exit status. */
  readonly stop: (error: SwapError) => void
  /** What the journal says of an intent, where the command met `cause`. */
  readonly outcome: (intent: string, cause: SwapError) => Promise<SwapError>
}

export function watchInterruptions(context: WatchContext): Watch {
  let intent: string | undefined
  let timer: NodeJS.Timeout | undefined
  let started = 0
  let left = 0
  let stopping = false
  let inOrder: (() => void) | undefined

  const outcome = async (error: SwapError): Promise<SwapError> =>
    intent === undefined ? error : context.outcome(intent, error)

  function stop(cause: SwapError): void {
    if (stopping) return
    stopping = true
    // A bug in telling the outcome must not keep the command alive, nor let it say that nothing was sent.
    outcome(cause).then(context.stop, (error: unknown) =>
      context.stop(fail('JOURNAL_UNREADABLE', { id: intent ?? '', reason: String(error) }, { sent: true })),
    )
  }
  function onSignal(cause: SwapError): void {
    const end = inOrder
    inOrder = undefined
    if (end === undefined) stop(cause)
    else end()
  }
  const onInterrupt = (): void => onSignal(fail('INTERRUPTED', {}))
  const onTerminate = (): void => onSignal(fail('TERMINATED', {}))
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)

  let whole = 0
  function run(): void {
    started = systemClock.elapsed()
    timer = setTimeout(() => stop(fail('TIMED_OUT', { what: 'The command', seconds: whole })), left)
    timer.unref()
  }
  return {
    worksOn(id) {
      intent = id
    },
    ending(end) {
      inOrder = end
    },
    outcome,
    isStopping: () => stopping,
    limit(seconds) {
      whole = seconds
      left = seconds * 1_000
      run()
    },
    async thinking(work) {
      if (timer === undefined) return work()
      clearTimeout(timer)
      left -= systemClock.elapsed() - started
      try {
        return await work()
      } finally {
        run()
      }
    },
    end() {
      clearTimeout(timer)
      process.off('SIGINT', onInterrupt)
      process.off('SIGTERM', onTerminate)
    },
  }
}
