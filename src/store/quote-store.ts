import { fail } from '#domain/errors'
import { type PackedRoute, packedRoute, unpackedRoute } from '#domain/packed-route'
import type { Clock, QuoteStore } from '#domain/ports'
import type { Pool } from '#domain/protocol'
import type { Quote, StoredQuote } from '#domain/quote'
import { type Hex, type QuoteId, type Seconds, seconds } from '#domain/units'
import type { Row } from '#store/database'
import { idsFrom } from '#store/id-prefix'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { decoded, integer, maybeInteger, text } from '#store/row'
import { type Sql, timeIn } from '#store/sql'

/** Seconds a quote is kept after it expired, so that a swap of last month can still be explained. */
export const quotesKept = 30 * 86_400

/** How old quotes make room: after every so many that are put, so many at most, so that none waits long for it. */
export interface Sweeping {
  readonly every: number
  readonly most: number
}

export interface QuoteStoreContext {
  readonly sql: Sql
  /** The same database where new quotes may be written with less care than their use; `sql` where absent. */
  readonly inserts?: Sql
  /** Absent: only when `sweep` is called. */
  readonly sweeping?: Sweeping
  /** Absent: every quote is written when it is put. */
  readonly gathering?: Gathering
}

/**
 * Quotes that are put within so many milliseconds are written by one statement, as what a write costs is waiting for the
 * disk. Each is there when its `put` ends.
 */
export interface Gathering {
  readonly milliseconds: number
  readonly sleep: Clock['sleep']
}

export function createQuoteStore({ sql, inserts = sql, sweeping, gathering }: QuoteStoreContext): QuoteStore {
  let made = 0
  const write = (quotes: readonly Quote[]) => put(inserts, quotes)
  const putOne = gathering === undefined ? (quote: Quote) => write([quote]) : together(gathering, write)
  return {
    put: async (quote) => {
      await putOne(quote)
      made += 1
      if (sweeping !== undefined && made % sweeping.every === 0)
        await sweep(sql, seconds(quote.createdAt - quotesKept), sweeping.most)
    },
    get: (reference) => get(sql, reference),
    consume: (id, now, payloadHash) => consume(sql, { id, now, payloadHash }),
    byPayload: (payloadHash) => byPayload(sql, payloadHash),
    sweep: (before, most) => sweep(sql, before, most),
  }
}

/**
 * As rows hold them: every pool once, named by its place. Not by its address: what another service tells of a pool may be
 * something else in every hop.
 */
type KeptQuote = Omit<Quote, 'route'> & { readonly route: PackedRoute<number>; readonly pools: readonly Pool[] }

function encodedQuote(quote: Quote): string {
  const places = new Map<Pool, number>()
  const placeOf = (pool: Pool): number => {
    const place = places.get(pool) ?? places.size
    places.set(pool, place)
    return place
  }
  const route = packedRoute(quote.route, placeOf)
  const kept: KeptQuote = { ...quote, route, pools: [...places.keys()] }
  return encodeLossless(kept)
}

/**
 * Rows from before pools were packed are whole quotes.
 * @throws RangeError where it is not what `encodedQuote` wrote
 */
export function decodedQuote(body: string): Quote {
  const kept = decodeLossless<KeptQuote | Quote>(body)
  if (!('pools' in kept)) return kept
  const { pools, route, ...quote } = kept
  const poolOf = (place: number): Pool => {
    const pool = pools[place]
    if (pool === undefined) throw new RangeError(`the quote has no pool ${place}`)
    return pool
  }
  return { ...quote, route: unpackedRoute(route, poolOf) }
}

async function put(sql: Sql, quotes: readonly Quote[]): Promise<void> {
  const inserted = await sql.run(
    `INSERT INTO quotes (id, body, expires_at) VALUES ${quotes.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
    ...quotes.flatMap((quote) => [quote.id, encodedQuote(quote), quote.expiresAt]),
  )
  if (inserted < quotes.length) await checkKept(sql, quotes)
}

/**
 * A quote of a service that keeps its quotes in this very store is there already when its client puts it, with more
 * facts than the client was told; that one stays.
 * @throws `INTERNAL` where another trade has the id
 */
async function checkKept(sql: Sql, quotes: readonly Quote[]): Promise<void> {
  for (const quote of quotes) {
    const { quote: kept } = await get(sql, quote.id)
    if (termsOf(kept) !== termsOf(quote)) throw fail('INTERNAL', { reason: `a quote id was made twice: ${quote.id}` })
  }
}

/** What is agreed to by a quote, whoever tells of it. */
function termsOf({ request, route, sell, buy, ...quote }: Quote): string {
  const { network, sellAmount, buyAmount, slippage, from, to, affiliate } = request
  return encodeLossless([
    [quote.id, quote.chainId, quote.createdAt, quote.expiresAt, quote.router, network, from, to, slippage],
    [sell.address, sell.decimals, sellAmount, quote.affiliateFee, affiliate?.address, affiliate?.fee],
    [buy.address, buy.decimals, buyAmount, route.amountOut, quote.minimumOut],
  ])
}

/** More in one statement would outgrow what databases take. */
const mostTogether = 100

function together(
  { milliseconds, sleep }: Gathering,
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
    if (open === undefined || open.quotes.length >= mostTogether) open = begin()
    open.quotes.push(quote)
    return open.written
  }
}

const sweep = (sql: Sql, before: Seconds, most: number): Promise<number> =>
  sql.run(
    `DELETE FROM quotes WHERE seq IN (SELECT seq FROM quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
    ...[before, most],
  )

async function get(sql: Sql, reference: string): Promise<StoredQuote> {
  const [row, ...others] = await find(sql, reference)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
  if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
  return readQuote(sql, row)
}

const readQuote = (sql: Sql, row: Row): StoredQuote =>
  decoded(sql, 'a quote', () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    return {
      quote: decodedQuote(text(row, 'body')),
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
      ...(sql.clock === undefined ? {} : { readAt: seconds(integer(row, 'read_at')) }),
    }
  })

const columns = ({ clock }: Sql): string => `body, consumed_at${clock === undefined ? '' : `, ${clock} AS read_at`}`

async function find(sql: Sql, reference: string): Promise<readonly Row[]> {
  if (reference === 'last') return sql.all(`SELECT ${columns(sql)} FROM quotes ORDER BY seq DESC LIMIT 1`)
  const range = idsFrom(reference)
  if (range === undefined) return []
  const { from, below } = range
  return sql.all(`SELECT ${columns(sql)} FROM quotes WHERE id >= ? AND id < ? LIMIT 100`, from, below)
}

async function byPayload(sql: Sql, payloadHash: Hex): Promise<readonly StoredQuote[]> {
  const rows = await sql.all(
    `SELECT ${columns(sql)} FROM quotes WHERE payload_hash = ? ORDER BY seq DESC LIMIT 20`,
    payloadHash,
  )
  return rows.map((row) => readQuote(sql, row))
}

interface Use {
  readonly id: QuoteId
  readonly now: Seconds
  readonly payloadHash: Hex | undefined
}

/**
 * One statement decides: the database lets one writer at a row, and the condition is looked at with the row held.
 * The question why it failed comes after, and can no longer change the answer.
 */
async function consume(sql: Sql, { id, now, payloadHash }: Use): Promise<void> {
  const { time, values } = timeIn(sql, now)
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
