/**
 * What a message itself says about sending, so that a screen does not say it again:
 * - `fate`: what became of the transaction that it is about, or that this is not known
 * - `unsent`: that this one was not signed or can never be mined; an approval for it may have been sent all the same
 */
export type SendingStatement = 'fate' | 'unsent'

/** One failure: its numbers and its messages, see `domain/failures/table.ts`. */
export interface Row<D> {
  /** The HTTP API's `code`. */
  readonly number: number
  readonly http: number
  /** The command line's exit status. */
  readonly exit: number
  readonly say: (details: D) => string
  readonly fix?: (details: D) => readonly string[]
  /** The HTTP API's message, if the interface fixes it. */
  readonly api?: string
  /** A retry of the same request, unchanged, may succeed. */
  readonly retryable?: true
  /** Absent for a message that says nothing about sending, whatever texts of others it quotes. */
  readonly states?: SendingStatement | ((details: D) => SendingStatement | undefined)
  /**
   * Whether a transaction was sent, unless the failure's context says it: `true` if this occurs only after one was,
   * `maybe` if it leaves that open for a command that can send. Nothing was, if absent.
   */
  readonly sent?: true | 'maybe'
}

export type NoDetails = Record<never, never>

export const row = <D>(
  number: number,
  http: number,
  exit: number,
  say: (details: D) => string,
  more: Omit<Row<D>, 'number' | 'http' | 'exit' | 'say'> = {},
): Row<D> => ({ number, http, exit, say, ...more })

/** The remedy for every unusable quote: `again` is the command that requests the same quote again. */
export const freshQuoteFix = (d: { again?: string | undefined }): readonly string[] => [
  d.again ?? 'swapline quote <amount> <sell> <buy>',
]
