/** What a user may mean by an id: the newest quotes and intents. Reads only, and never creates or migrates a store. */
import { existsSync } from 'node:fs'
import type { SqlRow } from '#store/database'
import { maybeText, text } from '#store/row'
import { loadDriver } from '#store/sqlite/load-driver'

export interface RecentQuote {
  readonly id: string
  readonly sell: string
  readonly buy: string
  readonly network: string
}

export interface RecentIntent {
  readonly id: string
  readonly key: string
  readonly kind: string
  readonly network: string
}

/** Newest first, at most 50, without damaged ones. @throws what the driver throws for a store that is no store, or of another format */
export const listRecentQuotes = (path: string): Promise<readonly RecentQuote[]> =>
  readRows(
    path,
    `SELECT id, json_extract(body, '$.sell.symbol') AS sell, json_extract(body, '$.buy.symbol') AS buy,
       json_extract(body, '$.request.network') AS network
     FROM quotes WHERE json_valid(body) ORDER BY seq DESC LIMIT 50`,
    (row) => ({
      id: text(row, 'id'),
      sell: maybeText(row, 'sell') ?? '',
      buy: maybeText(row, 'buy') ?? '',
      network: maybeText(row, 'network') ?? '',
    }),
  )

/** Newest first, at most 50. @throws as {@link listRecentQuotes} */
export const listRecentIntents = (path: string): Promise<readonly RecentIntent[]> =>
  readRows(path, 'SELECT id, key, kind, network FROM intents ORDER BY seq DESC LIMIT 50', (row) => ({
    id: text(row, 'id'),
    key: text(row, 'key'),
    kind: text(row, 'kind'),
    network: text(row, 'network'),
  }))

async function readRows<T>(path: string, sql: string, read: (row: SqlRow) => T): Promise<readonly T[]> {
  if (!existsSync(path)) return []
  const Driver = await loadDriver()
  const connection = new Driver(path, { readonly: true, timeout: 100 })
  try {
    return (connection.prepare(sql).all() as SqlRow[]).map(read)
  } finally {
    connection.close()
  }
}
