import type { Database } from '#store/database'
import { isUndoing, type Sql } from '#store/sql'

/** A SQLite file as {@link Sql}; opened at the first statement. Its clock is the machine's. */
export const sqliteSql = (file: { readonly path: string; readonly database: () => Promise<Database> }): Sql => ({
  place: file.path,
  clock: undefined,
  all: async (sql, ...values) => (await file.database()).all(sql, ...values),
  run: async (sql, ...values) => (await file.database()).run(sql, ...values),
  runAll: async (statements) => {
    const database = await file.database()
    try {
      database.transaction(() => {
        for (const [place, statement] of statements.entries())
          if (isUndoing(statement, place, database.run(statement.sql, ...statement.values))) throw new Undone()
      })
      return true
    } catch (error) {
      if (error instanceof Undone) return false
      throw error
    }
  },
})

class Undone extends Error {}
