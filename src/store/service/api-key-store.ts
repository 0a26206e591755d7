import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '#domain/errors'
import { type ApiKey, apiKeyId } from '#domain/service/api-key'
import type { ApiKeys } from '#domain/service/stores'
import { type Seconds, seconds } from '#domain/units'
import type { SqlRow } from '#store/database'
import { decodeRow, integer, maybeInteger, text } from '#store/row'
import { type Sql, toTimeExpression } from '#store/sql'

export interface ApiKeyStoreContext {
  readonly sql: Sql
  readonly now: () => Seconds
  readonly randomBytes: (size: number) => Uint8Array
}

/**
 * Keys of 256 random bits, stored as their SHA-256: a slow hash gains nothing, since such keys cannot be guessed. The
 * id in a key finds its row; what decides is a constant-time comparison of two digests.
 */
export function createApiKeyStore(context: ApiKeyStoreContext): ApiKeys {
  const { sql } = context
  return {
    add: (draft) => add(context, draft),
    list: async () => (await sql.all('SELECT * FROM api_keys ORDER BY seq')).map((row) => readKey(sql, row)),
    revoke: (id) => revoke(context, id),
    check: (given) => check(context, given),
  }
}

const sha256 = (value: string): Buffer => createHash('sha256').update(value, 'utf8').digest()

/** Compared with for an unknown id: no text with this digest can be found. */
const unmatchableDigest = Buffer.alloc(32)

async function add({ sql, now, randomBytes }: ApiKeyStoreContext, draft: Parameters<ApiKeys['add']>[0]) {
  const id = encodeId(randomBytes(8))
  const given = `sk_${id}_${Buffer.from(randomBytes(32)).toString('base64url')}`
  const { time, values } = toTimeExpression(sql, now())
  const [row] = await sql.all(
    `INSERT INTO api_keys (id, name, hash, created_at, expires_at)
     SELECT ?, ?, ?, clock.now, clock.now + CAST(? AS INTEGER) FROM (SELECT ${time} AS now) AS clock RETURNING *`,
    ...[id, draft.name, sha256(given).toString('hex'), draft.lifeSeconds ?? null, ...values],
  )
  if (row === undefined) throw fail('INTERNAL', { reason: 'an API key was not stored' })
  return { key: readKey(sql, row), text: given }
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const encodeId = (bytes: Uint8Array): string => Array.from(bytes, (byte) => letters[byte & 31]).join('')

async function revoke({ sql, now }: ApiKeyStoreContext, id: string): Promise<ApiKey> {
  const { time, values } = toTimeExpression(sql, now())
  await sql.run(`UPDATE api_keys SET revoked_at = ${time} WHERE id = ? AND revoked_at IS NULL`, ...values, id)
  const [row] = await sql.all('SELECT * FROM api_keys WHERE id = ?', id)
  if (row === undefined) throw fail('API_KEY_NOT_FOUND', { id })
  return readKey(sql, row)
}

async function check({ sql, now }: ApiKeyStoreContext, given: string): Promise<ApiKey | undefined> {
  const id = apiKeyId(given)
  if (id === undefined) return undefined
  const { time, values } = toTimeExpression(sql, now())
  const [row] = await sql.all(
    `SELECT *, (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${time})) AS live FROM api_keys WHERE id = ?`,
    ...[...values, id],
  )
  const kept = row === undefined ? unmatchableDigest : Buffer.from(text(row, 'hash'), 'hex')
  const same = kept.length === unmatchableDigest.length && timingSafeEqual(kept, sha256(given))
  if (!same || row === undefined) return undefined
  return row['live'] === true || row['live'] === 1 ? readKey(sql, row) : undefined
}

const readKey = (sql: Sql, row: SqlRow): ApiKey =>
  decodeRow(sql, 'an API key', () => {
    const [expiresAt, revokedAt] = [maybeInteger(row, 'expires_at'), maybeInteger(row, 'revoked_at')]
    return {
      id: text(row, 'id'),
      name: text(row, 'name'),
      createdAt: seconds(integer(row, 'created_at')),
      expiresAt: expiresAt === undefined ? undefined : seconds(expiresAt),
      revokedAt: revokedAt === undefined ? undefined : seconds(revokedAt),
    }
  })
