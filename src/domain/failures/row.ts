/** One failure: its numbers and its words, see `domain/error-table.ts`. */
export interface Row<D> {
  /** The HTTP API's `code`. */
  readonly number: number
  readonly http: number
  /** The command line's exit status. */
  readonly exit: number
  readonly say: (details: D) => string
  readonly fix?: (details: D) => readonly string[]
  /** The HTTP API's words, where the interface fixes them. */
  readonly api?: string
  /** Trying the same again, unchanged, may succeed. */
  readonly retryable?: true
}

export type None = Record<never, never>

export const row = <D>(
  number: number,
  http: number,
  exit: number,
  say: (details: D) => string,
  more: Omit<Row<D>, 'number' | 'http' | 'exit' | 'say'> = {},
): Row<D> => ({ number, http, exit, say, ...more })

/** The remedy of every dead quote: `again` is the command that asks the same anew. */
export const freshQuote = (d: { again?: string | undefined }): readonly string[] => [
  d.again ?? 'swapline quote <amount> <sell> <buy>',
]
