import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import { encodeLossless } from '#domain/lossless-json'
import type { Quote, StoredQuote } from '#domain/quotes/quote'
import type { QuoteStore } from '#domain/service/stores'
import { type Hex, type QuoteId, type Seconds, seconds } from '#domain/units'
import type { SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { decodeRow, integer, maybeInteger, text } from '#store/row'
import { decodeQuote, encodeQuote } from '#store/service/packed-quote'
import { type Sql, toTimeExpression } from '#store/sql'

/** Seconds that a quote is kept after it expired, so that a swap of last month can still be explained. */
export const quoteRetentionSeconds = 30 * 86_400

/** How old quotes are deleted: after every `every` puts, up to `max` of them, so that no caller waits long for it. */
export interface RetentionPolicy {
  readonly every: number
  readonly max: number
}

export interface QuoteStoreContext {
  readonly sql: Sql
  /** The same database with a weaker durability, for new quotes but not for their use; `sql` if absent. */
  readonly inserts?: Sql
  /** Absent: only when `sweep` is called. */
  readonly retention?: RetentionPolicy
  /** Absent: every quote is written when it is put. */
  readonly batching?: WriteBatching
}

/**
 * Quotes that are put within this many milliseconds are written by one statement, as the cost of a write is waiting for
 * the disk. Each is stored when its `put` resolves.
 */
export interface WriteBatching {
  readonly delayMs: number
  readonly sleep: Clock['sleep']
}

export function createQuoteStore({
  sql,
  inserts = sql,
  retention: sweeping,
  batching: gathering,
}: QuoteStoreContext): QuoteStore {
  let made = 0
  const write = (quotes: readonly Quote[]) => put(inserts, quotes)
  const putOne = gathering === undefined ? (quote: Quote) => write([quote]) : batchWrites(gathering, write)
  return {
    put: async (quote) => {
      await putOne(quote)
      made += 1
      if (sweeping !== undefined && made % sweeping.every === 0)
        await sweep(sql, seconds(quote.createdAt - quoteRetentionSeconds), sweeping.max)
    },
    get: (reference) => get(sql, reference),
    consume: (id, now, payloadHash) => consume(sql, { id, now, payloadHash }),
    findByPayload: (payloadHash) => findByPayload(sql, payloadHash),
    sweep: (before, max) => sweep(sql, before, max),
  }
}

async function put(sql: Sql, quotes: readonly Quote[]): Promise<void> {
  const inserted = await sql.run(
    `INSERT INTO quotes (id, body, expires_at) VALUES ${quotes.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
    ...quotes.flatMap((quote) => [quote.id, encodeQuote(quote), quote.expiresAt]),
  )
  if (inserted < quotes.length) await checkStoredTerms(sql, quotes)
}

/**
 * If a service keeps its quotes in this very store, its quote is there already when its client puts it, with more facts
 * than the client was given; the stored one is kept.
 * @throws `INTERNAL` if another trade has the id
 */
async function checkStoredTerms(sql: Sql, quotes: readonly Quote[]): Promise<void> {
  for (const quote of quotes) {
    const { quote: kept } = await get(sql, quote.id)
    if (termsOf(kept) !== termsOf(quote)) throw fail('INTERNAL', { reason: `a quote id was made twice: ${quote.id}` })
  }
}

/** The terms that a quote agrees to, whatever its source. */
function termsOf({ request, route, sell, buy, ...quote }: Quote): string {
  const { network, sellAmount, buyAmount, slippage, from, to, affiliate } = request
  return encodeLossless([
    [quote.id, quote.chainId, quote.createdAt, quote.expiresAt, quote.router, network, from, to, slippage],
    [sell.address, sell.decimals, sellAmount, quote.affiliateFee, affiliate?.address, affiliate?.fee],
    [buy.address, buy.decimals, buyAmount, route.amountOut, quote.minimumOut],
  ])
}

/** More in one statement would exceed what databases accept. */
const maxPerStatement = 100

function batchWrites(
  { delayMs: milliseconds, sleep }: WriteBatching,
  write: (quotes: readonly Quote[]) => Promise<void>,
): (quote: Quote) => Promise<void> {
  let open: { readonly quotes: Quote[]; readonly written: Promise<void> } | undefined
  const begin = () => {
    const quotes: Quote[] = []
    const written = sleep(milliseconds).then(() => {
      if (open?.quotes === quotes) open = undefined
      return write(quotes)
    })
    return { quotes, written }
  }
  return (quote) => {
    if (open === undefined || open.quotes.length >= maxPerStatement) open = begin()
    open.quotes.push(quote)
    return open.written
  }
}

const sweep = (sql: Sql, before: Seconds, max: number): Promise<number> =>
  sql.run(
    `DELETE FROM quotes WHERE seq IN (SELECT seq FROM quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
    ...[before, max],
  )

async function get(sql: Sql, reference: string): Promise<StoredQuote> {
  const [row, ...others] = await find(sql, reference)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
  if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
  return readQuote(sql, row)
}

const readQuote = (sql: Sql, row: SqlRow): StoredQuote =>
  decodeRow(sql, 'a quote', () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    return {
      quote: decodeQuote(text(row, 'body')),
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
      ...(sql.clock === undefined ? {} : { readAt: seconds(integer(row, 'read_at')) }),
    }
  })

const columns = ({ clock }: Sql): string => `body, consumed_at${clock === undefined ? '' : `, ${clock} AS read_at`}`

async function find(sql: Sql, reference: string): Promise<readonly SqlRow[]> {
  if (reference === 'last') return sql.all(`SELECT ${columns(sql)} FROM quotes ORDER BY seq DESC LIMIT 1`)
  const range = toIdRange(reference)
  if (range === undefined) return []
  const { from, below } = range
  return sql.all(`SELECT ${columns(sql)} FROM quotes WHERE id >= ? AND id < ? LIMIT 100`, from, below)
}

async function findByPayload(sql: Sql, payloadHash: Hex): Promise<readonly StoredQuote[]> {
  const rows = await sql.all(
    `SELECT ${columns(sql)} FROM quotes WHERE payload_hash = ? ORDER BY seq DESC LIMIT 20`,
    payloadHash,
  )
  return rows.map((row) => readQuote(sql, row))
}

interface QuoteUse {
  readonly id: QuoteId
  readonly now: Seconds
  readonly payloadHash: Hex | undefined
}

/**
 * One statement decides: the database lets one writer at a row, and checks the condition with the row locked. The query
 * why it failed comes afterwards and can no longer change the answer.
 */
async function consume(sql: Sql, { id, now, payloadHash }: QuoteUse): Promise<void> {
  const { time, values } = toTimeExpression(sql, now)
  const won = await sql.all(
    `UPDATE quotes SET consumed_at = clock.now, payload_hash = ? FROM (SELECT ${time} AS now) AS clock
     WHERE id = ? AND consumed_at IS NULL AND expires_at > clock.now RETURNING id`,
    ...[payloadHash ?? null, ...values, id],
  )
  if (won.length === 1) return
  const [row] = await sql.all(`SELECT expires_at, consumed_at, ${time} AS now FROM quotes WHERE id = ?`, ...values, id)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id })
  if (maybeInteger(row, 'consumed_at') !== undefined) throw fail('QUOTE_CONSUMED', { id })
  throw fail('QUOTE_EXPIRED', { id, secondsAgo: Math.max(0, integer(row, 'now') - integer(row, 'expires_at')) })
}
