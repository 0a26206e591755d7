/** A row as the driver returns it. */
export type SqlRow = Readonly<Record<string, unknown>>

export type SqlValue = string | number | null

/** One open SQLite file. Its calls are synchronous and short; failures surface as `STORE_BUSY` or `STORE_UNUSABLE`. */
export interface Database {
  readonly path: string
  /** Runs one statement and returns all its rows. */
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[]
  /** Runs one statement without result rows; returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** Runs `work` as one transaction, with the write lock taken at the start, so that what it reads cannot change. */
  transaction<T>(work: () => T): T
  close(): void
}
