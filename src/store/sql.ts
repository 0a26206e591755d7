import type { Row, Value } from '#store/database'

/**
 * A database as the stores of a service use it: SQLite or PostgreSQL, with statements both understand. A `?` stands
 * for each value. Failures come out as `STORE_BUSY`, `STORE_UNUSABLE` or `STORE_UNREACHABLE`.
 */
export interface Sql {
  /** Where it is, without a password. */
  readonly place: string
  /** SQL for its own clock in seconds, where machines with clocks of their own share it. */
  readonly clock: string | undefined
  /** Runs one statement and gives all its rows; each statement is a transaction of its own. */
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>
  /** Runs one statement that gives no rows, and tells how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>
  /** Runs statements as one transaction. Where the first of them changes no row, none is carried out: then false. */
  together(statements: readonly Statement[]): Promise<boolean>
}

export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
}

/** The time that decides, as SQL and the values it needs: the database's own, or the caller's on the same machine. */
export const timeIn = ({ clock }: Sql, now: number): { readonly time: string; readonly values: readonly Value[] } =>
  clock === undefined ? { time: 'CAST(? AS INTEGER)', values: [now] } : { time: clock, values: [] }
