import type { NonceRequest } from '#domain/relay/relay'
import { type Sql, toTimeExpression } from '#store/sql'

/** One in this many reservations deletes expired ones. */
const sweepEvery = 64
let reserved = 0

/** The first candidate that no live reservation has. One statement decides about each. */
export async function reserveNonce(
  sql: Sql,
  { chainId, owner, candidates, expiresAt }: NonceRequest,
  now: number,
): Promise<bigint | undefined> {
  const { time, values } = toTimeExpression(sql, now)
  reserved += 1
  if (reserved % sweepEvery === 0) await sql.run(`DELETE FROM order_nonces WHERE expires_at < ${time} - 60`, ...values)
  for (const nonce of candidates) {
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
