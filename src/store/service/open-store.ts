import type { Clock } from '#domain/clock'
import type { ServiceStore } from '#domain/service/stores'
import { seconds } from '#domain/units'
import { openPostgres } from '#store/postgres/open'
import { integer } from '#store/row'
import { createApiKeyStore } from '#store/service/api-key-store'
import { createCrossQuoteStore } from '#store/service/cross-quote-store'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { createPoolMark, type PoolMark } from '#store/service/pool-mark'
import { createQuoteRecordStore } from '#store/service/quote-record-store'
import { createQuoteStore } from '#store/service/quote-store'
import { createRelayStore } from '#store/service/relay-store'
import { createSwapRecordStore } from '#store/service/swap-record-store'
import { type Sql, toTimeExpression } from '#store/sql'
import { createCheckpoints, maxLogPages } from '#store/sqlite/checkpoints'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'

export interface ServiceStoreContext {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly randomBytes: (size: number) => Uint8Array
}

/** A service makes many quotes: one in a hundred takes the time to delete quotes that are a month old. */
const retention = { every: 100, max: 1_000 }

/** The longest that a quote waits for others to be written with it. */
const batchDelayMs = 5

/** Whether a location is a PostgreSQL database and not a file. */
export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place)

/**
 * Opens a service's store.
 * @param place a file, or `postgres://…` if several machines share it
 */
export async function openServiceStore(context: ServiceStoreContext, place: string): Promise<ServiceStore> {
  const { close, sql, light, mark } = isPostgres(place) ? await openPostgresStore(place) : await openSqliteStore(place)
  const now = () => context.clock.now()
  return {
    quotes: createQuoteStore({
      sql,
      inserts: light,
      retention: retention,
      batching: { delayMs: batchDelayMs, sleep: context.clock.sleep },
    }),
    crossQuotes: createCrossQuoteStore({ sql }),
    records: createQuoteRecordStore({ sql: light }),
    keys: createApiKeyStore({ sql, now, randomBytes: context.randomBytes }),
    swaps: createSwapRecordStore({ sql }),
    relays: createRelayStore({ sql, now }),
    pools: createPoolIndexStore({ sql: light, mark }),
    now: async () => {
      const { time, values } = toTimeExpression(sql, now())
      const [row = {}] = await sql.all(`SELECT ${time} AS now`, ...values)
      return seconds(integer(row, 'now'))
    },
    close,
  }
}

interface OpenedStore {
  readonly sql: Sql
  /** For rows that nothing depends on yet: a quote lost in a power cut is unknown again, and so is any use of it. */
  readonly light: Sql
  readonly mark?: PoolMark
  close(): Promise<void>
}

async function openPostgresStore(url: string): Promise<OpenedStore> {
  const sql = await openPostgres({ url })
  return { sql, light: sql, close: () => sql.close() }
}

async function openSqliteStore(place: string): Promise<OpenedStore> {
  const database = await openDatabase({ path: place, maxLogPages })
  const quick = await openDatabase({ path: place, synchronous: 'NORMAL', maxLogPages })
  const { path } = database
  const checkpoints = await createCheckpoints(path)
  const light = sqliteSql({ path, database: async () => quick })
  return {
    sql: sqliteSql({ path, database: async () => database }),
    mark: createPoolMark(path),
    light: {
      ...light,
      run: async (sql, ...values) => {
        const changed = await light.run(sql, ...values)
        checkpoints.afterWrite()
        return changed
      },
    },
    close: async () => {
      await checkpoints.close()
      quick.close()
      database.close()
    },
  }
}
