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
