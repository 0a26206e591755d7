import type { SqlRow, SqlValue } from '#store/database'

/**
 * A database as the stores of a service use it: SQLite or PostgreSQL, with statements that both accept. Each value is a
 * `?`. Failures surface as `STORE_BUSY`, `STORE_UNUSABLE` or `STORE_UNREACHABLE`.
 */
export interface Sql {
  /** Its location, without a password. */
  readonly place: string
  /** SQL for its own clock in seconds, if machines with different clocks share it. */
  readonly clock: string | undefined
  /** Runs one statement and returns all its rows; each statement is a transaction of its own. */
  all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** Runs one statement without result rows; returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>
  /**
   * Runs statements as one transaction. If the first of them, or one that must, changes no row, all are undone; the
   * result is then false.
   */
  runAll(statements: readonly SqlStatement[]): Promise<boolean>
}

export interface SqlStatement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly mustChange?: boolean
}

/** Whether a statement of `runAll` undoes all of them by changing nothing. */
export const isUndoing = ({ mustChange }: SqlStatement, place: number, changed: number): boolean =>
  changed === 0 && (place === 0 || mustChange === true)

/** The deciding time, as SQL and the values it needs: the database's own, or the caller's on the same machine. */
export const toTimeExpression = (
  { clock }: Sql,
  now: number,
): { readonly time: string; readonly values: readonly SqlValue[] } =>
  clock === undefined ? { time: 'CAST(? AS INTEGER)', values: [now] } : { time: clock, values: [] }
