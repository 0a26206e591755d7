/** Lanes: the next nonce of an account on a chain, and what was spent by it. */
import type { Lane, LaneStatus, RelayOutcome } from '#domain/relay/relay'
import { decodeRow, integer, oneOf } from '#store/row'
import { type Sql, toTimeExpression } from '#store/sql'
import { fromGwei, ofLane } from './relay-rows.ts'

export const daySeconds = 86_400

const outcomes = ['success', 'reverted', 'expired', 'replaced'] as const satisfies readonly RelayOutcome[]

/**
 * Where nothing is open, a lane goes on at the chain's nonce: the account was used by others, or an endpoint had named too
 * high a one. A nonce that an order had, or that the account signed for itself, is never given again.
 */
export async function openLane(sql: Sql, lane: Lane, nonce: number): Promise<void> {
  const { where, values } = ofLane(lane)
  await sql.run(
    `INSERT INTO relay_lanes (chain_id, relayer, network, next_nonce, draining) VALUES (?, ?, ?, ?, 0)
     ON CONFLICT (chain_id, relayer) DO NOTHING`,
    ...[lane.chainId, lane.relayer, lane.network, nonce],
  )
  const [row] = await sql.all(
    `SELECT next_nonce, own_end, (SELECT coalesce(max(nonce) + 1, 0) FROM relays WHERE ${where}) AS free
     FROM relay_lanes WHERE ${where}`,
    ...[...values, ...values],
  )
  if (row === undefined) return
  const [before, ...free] = decodeRow(sql, 'a lane', () => {
    const [next, afterOrders, afterOwn] = ['next_nonce', 'free', 'own_end'].map((name) => integer(row, name))
    return [next, afterOrders, afterOwn] as [number, number, number]
  })
  const next = Math.max(nonce, ...free)
  if (next === before) return
  // An order that was accepted meanwhile has moved the lane.
  await sql.run(
    `UPDATE relay_lanes SET next_nonce = ? WHERE ${where} AND next_nonce = ?
       AND NOT EXISTS (SELECT 1 FROM relays r WHERE r.chain_id = relay_lanes.chain_id
         AND r.relayer = relay_lanes.relayer AND r.outcome IS NULL)`,
    ...[next, ...values, before],
  )
}

/** @param end what the account signed for itself has the nonces below; an earlier call may have named a higher one */
export async function passOwn(sql: Sql, lane: Lane, end: number): Promise<boolean> {
  const { where, values } = ofLane(lane)
  const raise = (column: string) => `${column} = CASE WHEN ${column} < ? THEN ? ELSE ${column} END`
  const change = `UPDATE relay_lanes SET ${raise('own_end')}, ${raise('next_nonce')} WHERE ${where}`
  return (await sql.run(change, ...[end, end, end, end], ...values)) === 1
}

/** @param end the account's next nonce; an order that had a higher one keeps it */
export async function releaseOwn(sql: Sql, lane: Lane, end: number): Promise<boolean> {
  const { where, values } = ofLane(lane)
  const ofOrders = `SELECT coalesce(max(nonce) + 1, 0) FROM relays WHERE ${where}`
  const isIdle = `draining = 1 AND NOT EXISTS (SELECT 1 FROM relays WHERE ${where} AND outcome IS NULL)`
  const next = `CASE WHEN (${ofOrders}) > ? THEN (${ofOrders}) ELSE ? END`
  return (
    (await sql.run(
      `UPDATE relay_lanes SET own_end = ?, next_nonce = ${next} WHERE ${where} AND own_end > ? AND ${isIdle}`,
      ...[end, ...values, end, ...values, end, ...values, end, ...values],
    )) === 1
  )
}

export async function setDraining(sql: Sql, lane: Lane, isDraining: boolean): Promise<boolean> {
  const { where, values } = ofLane(lane)
  return (await sql.run(`UPDATE relay_lanes SET draining = ? WHERE ${where}`, isDraining ? 1 : 0, ...values)) === 1
}

export async function readLane(sql: Sql, lane: Lane, now: number): Promise<LaneStatus | undefined> {
  const { where, values } = ofLane(lane)
  const { time, values: clock } = toTimeExpression(sql, now)
  const [row] = await sql.all(
    `SELECT next_nonce, own_end, draining,
       (SELECT count(*) FROM relays WHERE ${where} AND outcome IS NULL) AS open,
       (SELECT CAST(coalesce(sum(reserved_gwei), 0) AS ${wideInteger(sql)}) FROM relays
         WHERE ${where} AND outcome IS NULL) AS reserved,
       (SELECT CAST(coalesce(sum(spent_gwei), 0) AS ${wideInteger(sql)}) FROM relays
         WHERE ${where} AND ended_at > ${time} - ${daySeconds}) AS spent
     FROM relay_lanes WHERE ${where}`,
    ...[...values, ...values, ...values, ...clock, ...values],
  )
  if (row === undefined) return undefined
  const ended = await sql.all(
    `SELECT outcome, count(*) AS n FROM relays WHERE ${where} AND outcome IS NOT NULL AND owner <> relayer GROUP BY outcome`,
    ...values,
  )
  return decodeRow(sql, 'a lane', () => {
    const counts = new Map(ended.map((one) => [oneOf(outcomes, one, 'outcome'), integer(one, 'n')]))
    const of = (outcome: RelayOutcome): number => counts.get(outcome) ?? 0
    return {
      nextNonce: integer(row, 'next_nonce'),
      ownEnd: integer(row, 'own_end'),
      isDraining: integer(row, 'draining') !== 0,
      open: integer(row, 'open'),
      spent: fromGwei(integer(row, 'spent')),
      reserved: fromGwei(integer(row, 'reserved')),
      outcomes: { success: of('success'), reverted: of('reverted'), expired: of('expired'), replaced: of('replaced') },
    }
  })
}

/** PostgreSQL sums 64-bit integers to decimals. */
export const wideInteger = ({ clock }: Sql): string => (clock === undefined ? 'INTEGER' : 'BIGINT')
