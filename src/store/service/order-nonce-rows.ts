import type { NonceRequest } from '#domain/relay/relay'
import { decodeRow, text } from '#store/row'
import { type Sql, toTimeExpression } from '#store/sql'

/** One in this many reservations deletes expired ones. */
const sweepEvery = 64
let reserved = 0

/**
 * The first candidate that no live reservation has. Those that are reserved are read at once, as anybody can reserve many in an
 * account's name; about each of the others one statement decides.
 */
export async function reserveNonce(
  sql: Sql,
  { chainId, owner, candidates, expiresAt }: NonceRequest,
  now: number,
): Promise<bigint | undefined> {
  const { time, values } = toTimeExpression(sql, now)
  reserved += 1
  if (reserved % sweepEvery === 0) await sql.run(`DELETE FROM order_nonces WHERE expires_at < ${time} - 60`, ...values)
  const held = await readHeld(sql, { chainId, owner, candidates }, now)
  for (const nonce of candidates.filter((one) => !held.has(String(one)))) {
    const taken = await sql.run(
      `INSERT INTO order_nonces (chain_id, owner, nonce, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (chain_id, owner, nonce) DO UPDATE SET expires_at = excluded.expires_at
         WHERE order_nonces.expires_at < ${time}`,
      ...[chainId, owner, String(nonce), expiresAt, ...values],
    )
    if (taken === 1) return nonce
  }
  return undefined
}

/** Candidates with a live reservation, as texts. */
async function readHeld(
  sql: Sql,
  { chainId, owner, candidates }: Omit<NonceRequest, 'expiresAt'>,
  now: number,
): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set()
  const { time, values } = toTimeExpression(sql, now)
  const marks = candidates.map(() => '?').join(', ')
  const rows = await sql.all(
    `SELECT nonce FROM order_nonces
     WHERE chain_id = ? AND owner = ? AND nonce IN (${marks}) AND expires_at >= ${time}`,
    ...[chainId, owner, ...candidates.map(String), ...values],
  )
  return decodeRow(sql, 'a nonce', () => new Set(rows.map((row) => text(row, 'nonce'))))
}
