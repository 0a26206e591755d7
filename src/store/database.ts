/** A row as the driver gives it. */
export type Row = Readonly<Record<string, unknown>>

export type Value = string | number | null

/** One open SQLite file. Its calls are synchronous and short; failures come out as `STORE_BUSY` or `STORE_UNUSABLE`. */
export interface Database {
  readonly path: string
  /** Runs one statement and gives all its rows. */
  all(sql: string, ...values: readonly Value[]): readonly Row[]
  /** Runs one statement that gives no rows, and tells how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): number
  /** Does `work` wholly or not at all, with the write lock taken at the start, so that what it reads cannot change. */
  transaction<T>(work: () => T): T
  close(): void
}
