import type { Clock } from '#domain/clock'
import type { QuoteTimings } from '#domain/quotes/quote-record'

type Step = keyof Omit<QuoteTimings, 'total'>

/** Adds up the time of each step of a quote. A step lasts until the next begins, and may occur again. */
export interface Stopwatch {
  begin(step: Step): void
  /** Adds time that steps took elsewhere; ends the current step. */
  add(spent: Partial<Record<Step, number>>): void
  /** Ends the current step. */
  stop(): QuoteTimings
}

export function startStopwatch({ elapsed }: Pick<Clock, 'elapsed'>): Stopwatch {
  const from = elapsed()
  const spent = { survey: 0, search: 0, proof: 0 }
  let running: { readonly step: Step; readonly since: number } | undefined

  const end = (): void => {
    if (running !== undefined) spent[running.step] += elapsed() - running.since
    running = undefined
  }
  return {
    begin(step) {
      end()
      running = { step, since: elapsed() }
    },
    add(more) {
      end()
      spent.search += more.search ?? 0
      spent.proof += more.proof ?? 0
      spent.survey += more.survey ?? 0
    },
    stop() {
      end()
      const { survey, search, proof } = spent
      return {
        survey: roundMs(survey),
        search: roundMs(search),
        proof: roundMs(proof),
        total: roundMs(elapsed() - from),
      }
    },
  }
}

const roundMs = (milliseconds: number): number => Math.round(milliseconds * 100) / 100
