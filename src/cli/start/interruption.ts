/**
 * Ctrl-C, `kill`, the time limit, and errors that no code caught. How they end is concluded from the journal, never from
 * this process's memory.
 */

import type { Interruption, UncaughtError } from '#cli/context'
import { toFailure } from '#cli/out/failure'
import { fail, leaveUnasked, type SwapError } from '#domain/errors'
import { systemClock } from '#system/clock'

export interface InterruptionWatch extends Interruption {
  /** Starts the time limit. */
  startTimeLimit(seconds: number): void
  /** Pauses the time limit while `work` runs. */
  pauseTimeLimit<T>(work: () => Promise<T>): Promise<T>
  /** The failure of the command: the journal's, if the command works on an intent; `JOURNAL_UNREADABLE` if that cannot tell. */
  resolveFailure(error: SwapError): Promise<SwapError>
  /** True while it is being terminated; {@link watchInterruptions}'s `stop` then reports how. */
  isStopping(): boolean
  /** From here on signals and uncaught errors have their usual meaning. */
  stopWatching(): void
}

interface WatchContext {
  /** Prints the failure and ends the process with its exit status. */
  readonly stop: (error: SwapError) => void
  /** The journal's outcome of an intent for a command that met `cause`. */
  readonly outcome: (intent: string, cause: SwapError) => Promise<SwapError>
}

export function watchInterruptions(context: WatchContext): InterruptionWatch {
  let pendingFailure: SwapError | undefined
  let timer: NodeJS.Timeout | undefined
  let started = 0
  let remainingMs = 0
  let stopping = false
  let gracefulEnd: (() => void) | undefined
  let handleUncaught = ({ error }: UncaughtError): void => stop(toFailure(error))

  const { conclude, setIntent, setConclusion } = createConclusion(context.outcome)
  const concludeFailure = async (cause: SwapError): Promise<SwapError> =>
    pendingFailure?.withContext({ why: cause.message }) ?? conclude(cause)

  function stop(cause: SwapError): void {
    if (stopping) return
    stopping = true
    concludeFailure(cause)
      .then(context.stop)
      .catch(() => process.exit(1)) // not even the failure could be printed
  }
  function onSignal(cause: SwapError): void {
    const end = gracefulEnd
    gracefulEnd = undefined
    if (end === undefined) stop(cause)
    else end()
  }
  const stopListening = listenToProcess(onSignal, (uncaught) => handleUncaught(uncaught))

  let limitSeconds = 0
  function startTimer(): void {
    started = systemClock.elapsed()
    timer = setTimeout(() => stop(fail('TIMED_OUT', { what: 'The command', seconds: limitSeconds })), remainingMs)
    timer.unref()
  }
  return {
    setIntent,
    setConclusion,
    setPending(pending) {
      pendingFailure = pending
    },
    onEnd(end) {
      gracefulEnd = end
    },
    onUncaught(handle) {
      handleUncaught = handle
    },
    resolveFailure: conclude,
    isStopping: () => stopping,
    startTimeLimit(seconds) {
      limitSeconds = seconds
      remainingMs = seconds * 1_000
      startTimer()
    },
    async pauseTimeLimit(work) {
      if (timer === undefined) return work()
      clearTimeout(timer)
      remainingMs -= systemClock.elapsed() - started
      try {
        return await work()
      } finally {
        startTimer()
      }
    },
    stopWatching() {
      clearTimeout(timer)
      stopListening()
    },
  }
}

interface Conclusion extends Pick<Interruption, 'setIntent' | 'setConclusion'> {
  readonly conclude: (cause: SwapError) => Promise<SwapError>
}

/**
 * By the newest intent, except that what was sent for one before it was sent. Until the command has said what it is about,
 * no record was read.
 */
function createConclusion(outcomeOf: WatchContext['outcome']): Conclusion {
  const intents: string[] = []
  let outcome = async (cause: SwapError): Promise<SwapError> => leaveUnasked(cause)
  async function conclude(cause: SwapError): Promise<SwapError> {
    try {
      let failure = await outcome(cause)
      for (const id of intents.slice(0, -1)) {
        if (failure.context.sent === true) break
        const { sent } = (await outcomeOf(id, cause)).context
        if (sent === true || sent === 'maybe') failure = failure.withContext({ sent })
      }
      return failure
    } catch (error) {
      return toUnconcluded(cause, error, intents.at(-1))
    }
  }
  return {
    conclude,
    setIntent(id) {
      intents.push(id)
      outcome = (cause) => outcomeOf(id, cause)
    },
    setConclusion(decide) {
      outcome = decide
    },
  }
}

/** Neither a bug in concluding nor an unreadable journal lets a command claim that nothing was sent. */
function toUnconcluded(cause: SwapError, error: unknown, id: string | undefined): SwapError {
  if (cause.code === 'JOURNAL_UNREADABLE') return cause
  const reason = toFailure(error).message
  return fail('JOURNAL_UNREADABLE', { id, reason }, { sent: true, why: cause.message })
}

/** @returns ends it */
function listenToProcess(
  onSignal: (cause: SwapError) => void,
  onUncaught: (uncaught: UncaughtError) => void,
): () => void {
  const onInterrupt = (): void => onSignal(fail('INTERRUPTED', {}))
  const onTerminate = (): void => onSignal(fail('TERMINATED', {}))
  const onRejection = (error: unknown): void => onUncaught({ kind: 'rejection', error })
  const onException = (error: unknown): void => onUncaught({ kind: 'exception', error })
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  return () => {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onTerminate)
    process.off('unhandledRejection', onRejection)
    process.off('uncaughtException', onException)
  }
}
