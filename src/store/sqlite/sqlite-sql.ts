import type { Database } from '#store/database'
import type { Sql } from '#store/sql'

/** A SQLite file as {@link Sql}; opened at the first statement. Its clock is the machine's. */
export const sqliteSql = (file: { readonly path: string; readonly database: () => Promise<Database> }): Sql => ({
  place: file.path,
  clock: undefined,
  all: async (sql, ...values) => (await file.database()).all(sql, ...values),
  run: async (sql, ...values) => (await file.database()).run(sql, ...values),
  runAll: async (statements) => {
    const database = await file.database()
    return database.transaction(() =>
      statements.every(({ sql, values }, i) => database.run(sql, ...values) > 0 || i > 0),
    )
  },
})
