/** The one transaction that accepts an order. */
import { fail } from '#domain/errors'
import { encodeLossless } from '#domain/lossless-json'
import type { LaneLimits, RelayDraft } from '#domain/relay/relay'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'
import { integer, maybeInteger } from '#store/row'
import { type Sql, type SqlStatement, toTimeExpression } from '#store/sql'
import { daySeconds, readLane, wideInteger } from './lane-rows.ts'
import { ofLane, toGwei } from './relay-rows.ts'
import { insertRecord } from './swap-record-store.ts'

interface Acceptance {
  readonly draft: RelayDraft
  readonly record: SwapRecord
  readonly limits: LaneLimits
  /** The hash by which the quote was consumed for this very order. */
  readonly held?: Hex | undefined
}

/**
 * The quote's row first, then the lane's, then the owner: all are locked in this order by everybody. The limits are
 * counted by a statement after these, which sees every order of the lane and of the owner that was accepted before.
 * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `QUOTE_NOT_FOUND`, `GASLESS_NOT_AVAILABLE`
 */
export async function acceptOrder(sql: Sql, order: Acceptance, now: number): Promise<void> {
  const { draft, record } = order
  const { where, values } = ofLane(draft)
  const accepted = await sql.runAll([
    takeQuote(sql, order, now),
    {
      sql: `UPDATE relay_lanes SET next_nonce = next_nonce + 1 WHERE ${where} AND draining = 0`,
      values,
      mustChange: true,
    },
    ...lockOwner(sql, draft),
    insertWithinLimits(sql, { ...order, nonce: undefined }, now),
    insertRecord(record),
  ])
  if (!accepted) throw await explainRefusal(sql, order, now)
}

/** Once: what held the quote for the order is taken off it. */
function takeQuote(sql: Sql, { draft, record, held }: Acceptance, now: number): SqlStatement {
  const { time, values: clock } = toTimeExpression(sql, now)
  const [change, condition] =
    held === undefined
      ? ['consumed_at = clock.now', 'consumed_at IS NULL']
      : ['payload_hash = NULL', 'payload_hash = ?']
  return {
    sql: `UPDATE ${tableOf(record)} SET ${change} FROM (SELECT ${time} AS now) AS clock
          WHERE id = ? AND ${condition} AND expires_at > clock.now`,
    values: [...clock, draft.quoteId, ...(held === undefined ? [] : [held])],
  }
}

/** Where the quote of an order is. */
const tableOf = ({ crossing }: SwapRecord) => (crossing === undefined ? 'quotes' : 'cross_quotes')

/** Of two lanes, neither sees the other's order before it is stored. SQLite has one writer at a time. */
const lockOwner = ({ clock }: Sql, { owner }: RelayDraft): readonly SqlStatement[] =>
  clock === undefined ? [] : [{ sql: 'SELECT pg_advisory_xact_lock(7827, hashtext(?))', values: [owner] }]

/** Under the lane's row like an order; of two processes that do so, one stores it. @throws `GASLESS_NOT_AVAILABLE` */
export async function fillGap(sql: Sql, filler: RowToInsert & { readonly nonce: number }, now: number): Promise<void> {
  const { where, values } = ofLane(filler.draft)
  const isKnown = async (): Promise<boolean> =>
    (await sql.all(`SELECT 1 FROM relays WHERE ${where} AND nonce = ?`, ...values, filler.nonce)).length > 0
  const lockLane = { sql: `UPDATE relay_lanes SET network = network WHERE ${where}`, values }
  const insert = insertWithinLimits(sql, { ...filler, limits: { ...filler.limits, maxOfOwner: 1_000 } }, now)
  const onlyOnce = { ...insert, sql: `${insert.sql} ON CONFLICT (chain_id, relayer, nonce) DO NOTHING` }
  if ((await sql.runAll([lockLane, onlyOnce])) || (await isKnown())) return
  throw fail('GASLESS_NOT_AVAILABLE', { reason: 'The relayer may not spend what its missing nonces cost.' })
}

interface RowToInsert {
  readonly draft: RelayDraft
  readonly limits: Omit<LaneLimits, 'maxOfOwner'>
  /** Absent: that which the lane just gave. */
  readonly nonce: number | undefined
}

function insertWithinLimits(
  sql: Sql,
  { draft, limits, nonce }: RowToInsert & Pick<Acceptance, 'limits'>,
  now: number,
): SqlStatement {
  const { where, values } = ofLane(draft)
  const { time, values: clock } = toTimeExpression(sql, now)
  const cost = toGwei(draft.reserved)
  const sum = (of: string, condition: string) =>
    `(SELECT CAST(coalesce(sum(${of}), 0) AS ${wideInteger(sql)}) FROM relays WHERE ${where} AND ${condition})`
  return {
    sql: `INSERT INTO relays (id, quote_id, network, chain_id, relayer, nonce, owner, reserved_gwei, created_at, body)
          SELECT ?, ?, ?, chain_id, relayer, ${nonce ?? 'next_nonce - 1'}, ?, ?, ?, ? FROM relay_lanes WHERE ${where}
          AND ${sum('reserved_gwei', 'outcome IS NULL')}
            + ${sum('spent_gwei', `ended_at > ${time} - ${daySeconds}`)} + ${cost} <= ?
          AND ${sum('reserved_gwei', 'outcome IS NULL')} + ${cost} <= ?
          AND (SELECT count(*) FROM relays WHERE owner = ? AND (outcome IS NULL
            OR (outcome = 'reverted' AND ended_at > ${time} - ${daySeconds}))) < ?`,
    values: [
      ...[draft.id, draft.quoteId, draft.network, draft.owner, cost, draft.createdAt, encodeLossless(draft)],
      ...values,
      ...[...values, ...values, ...clock, Math.floor(Number(limits.perDay / 1_000_000_000n))],
      ...[...values, Math.floor(Number(limits.balance / 1_000_000_000n))],
      ...[draft.owner, ...clock, limits.maxOfOwner],
    ],
    mustChange: true,
  }
}

/** Asked afterwards: it can no longer change the answer. */
async function explainRefusal(sql: Sql, { draft, record, limits, held }: Acceptance, now: number): Promise<Error> {
  const { time, values } = toTimeExpression(sql, now)
  const id = draft.quoteId
  const columns = `expires_at, consumed_at, ${time} AS now${held === undefined ? '' : ', payload_hash'}`
  const [row] = await sql.all(`SELECT ${columns} FROM ${tableOf(record)} WHERE id = ?`, ...values, id)
  if (row === undefined) return fail('QUOTE_NOT_FOUND', { id })
  // Consumed for this very order, it is no reason, unless the order was accepted since.
  const isHeld = held !== undefined && row['payload_hash'] === held
  if (maybeInteger(row, 'consumed_at') !== undefined && !isHeld) return fail('QUOTE_CONSUMED', { id })
  const late = integer(row, 'now') - integer(row, 'expires_at')
  if (late >= 0) return fail('QUOTE_EXPIRED', { id, secondsAgo: late })
  const lane = await readLane(sql, draft, now)
  if (lane === undefined || lane.isDraining)
    return fail('GASLESS_NOT_AVAILABLE', { reason: 'The relayer takes no more orders for now.' })
  if (lane.reserved + draft.reserved > limits.balance)
    return fail('GASLESS_NOT_AVAILABLE', { reason: 'The relayer has too little left to pay the gas.' })
  if (lane.reserved + lane.spent + draft.reserved > limits.perDay)
    return fail('GASLESS_NOT_AVAILABLE', { reason: 'The relayer has spent what it may spend in a day.' })
  return fail('GASLESS_NOT_AVAILABLE', {
    reason: `Too many orders of this account are under way, or failed in the last 24 hours: ${limits.maxOfOwner} at most.`,
  })
}
