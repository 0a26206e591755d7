/** Ctrl-C, `kill` and the time limit. Before sending they end the command; after it they say that something was sent. */
import { systemClock } from '#cli/clock'
import type { Interruption } from '#cli/context'
import { fail, type SwapError } from '#domain/errors'

export interface Watch extends Interruption {
  /** Starts the time limit. */
  limit(seconds: number): void
  /** Stops the clock of the time limit while `work` runs. */
  thinking<T>(work: () => Promise<T>): Promise<T>
  /** The failure with what is known of sending: no failure after a transaction may read as if there was none. */
  marked(error: SwapError): SwapError
  /** From here on signals have their usual meaning. */
  end(): void
}

type Notice = Parameters<Interruption['sent']>[0]

/** @param stop prints the failure and ends the process with its exit status */
export function watchInterruptions(stop: (error: SwapError) => void): Watch {
  let notice: Notice | undefined
  let timer: NodeJS.Timeout | undefined
  let started = 0
  let left = 0
  let landed = false

  function marked(error: SwapError): SwapError {
    const open = notice !== undefined && error.code !== 'SEND_REFUSED'
    return (open || landed) && error.context.sent === undefined ? error.with({ sent: true }) : error
  }
  const ended = (otherwise: SwapError): SwapError =>
    notice === undefined ? marked(otherwise) : fail('PENDING', notice)
  let inOrder: (() => void) | undefined
  function onSignal(failure: SwapError): void {
    const end = inOrder
    inOrder = undefined
    if (end === undefined) stop(ended(failure))
    else end()
  }
  const onInterrupt = (): void => onSignal(fail('INTERRUPTED', {}))
  const onTerminate = (): void => onSignal(fail('TERMINATED', {}))
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)

  function run(whole: number): void {
    started = systemClock.elapsed()
    const tell = (): void => stop(ended(fail('TIMED_OUT', { what: 'The command', seconds: whole })))
    timer = setTimeout(tell, left)
    timer.unref()
  }

  let whole = 0
  return {
    sent(said) {
      notice = said
    },
    settled() {
      landed ||= notice !== undefined
      notice = undefined
    },
    ending(end) {
      inOrder = end
    },
    marked,
    limit(seconds) {
      whole = seconds
      left = seconds * 1_000
      run(whole)
    },
    async thinking(work) {
      if (timer === undefined) return work()
      clearTimeout(timer)
      left -= systemClock.elapsed() - started
      try {
        return await work()
      } finally {
        run(whole)
      }
    },
    end() {
      clearTimeout(timer)
      process.off('SIGINT', onInterrupt)
      process.off('SIGTERM', onTerminate)
    },
  }
}
