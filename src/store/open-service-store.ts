import type { Clock, ServiceStore } from '#domain/ports'
import { seconds } from '#domain/units'
import { createApiKeyStore } from '#store/api-key-store'
import { openDatabase } from '#store/open-database'
import { openPostgres } from '#store/open-postgres'
import { createPoolIndexStore } from '#store/pool-index-store'
import { createQuoteRecordStore } from '#store/quote-record-store'
import { createQuoteStore } from '#store/quote-store'
import { integer } from '#store/row'
import { type Sql, timeIn } from '#store/sql'
import { sqliteSql } from '#store/sqlite-sql'
import { createSwapRecordStore } from '#store/swap-record-store'

export interface ServiceStoreContext {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly randomBytes: (size: number) => Uint8Array
}

/** A service makes many quotes: one in a hundred takes the time to delete those of a month ago. */
const sweeping = { every: 100, most: 1_000 }

/** As long as a quote may wait for others to be written with it. */
const gatheringMs = 5

/** Whether an address names a PostgreSQL database and not a file. */
export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place)

/**
 * Opens what a service keeps.
 * @param place a file, or `postgres://…` where several machines share it
 * @throws `UNSAFE_MODE`, `STORE_UNREACHABLE`, `STORE_BUSY`, `STORE_UNUSABLE`.
 */
export async function openServiceStore(context: ServiceStoreContext, place: string): Promise<ServiceStore> {
  const { close, sql, light } = isPostgres(place) ? await openShared(place) : await openFile(place)
  const now = () => context.clock.now()
  return {
    quotes: createQuoteStore({
      sql,
      inserts: light,
      sweeping,
      gathering: { milliseconds: gatheringMs, sleep: context.clock.sleep },
    }),
    records: createQuoteRecordStore({ sql: light }),
    keys: createApiKeyStore({ sql, now, randomBytes: context.randomBytes }),
    swaps: createSwapRecordStore({ sql }),
    pools: createPoolIndexStore({ sql: light }),
    now: async () => {
      const { time, values } = timeIn(sql, now())
      const [row = {}] = await sql.all(`SELECT ${time} AS now`, ...values)
      return seconds(integer(row, 'now'))
    },
    close,
  }
}

interface Opened {
  readonly sql: Sql
  /** For what nobody has relied on yet: a quote that a power cut takes is unknown again, and no use of one with it. */
  readonly light: Sql
  close(): Promise<void>
}

async function openShared(url: string): Promise<Opened> {
  const sql = await openPostgres({ url })
  return { sql, light: sql, close: () => sql.close() }
}

async function openFile(place: string): Promise<Opened> {
  const database = await openDatabase({ path: place })
  const quick = await openDatabase({ path: place, synchronous: 'NORMAL' })
  const { path } = database
  return {
    sql: sqliteSql({ path, database: async () => database }),
    light: sqliteSql({ path, database: async () => quick }),
    close: async () => {
      quick.close()
      database.close()
    },
  }
}
