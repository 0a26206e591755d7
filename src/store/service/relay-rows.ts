/** Rows of accepted orders, read back. */
import type { Observation } from '#domain/journal/observations'
import { decodeLossless } from '#domain/lossless-json'
import type { Lane, Relay, RelayAttempt, RelayDraft } from '#domain/relay/relay'
import { type Wei, wei } from '#domain/units'
import type { SqlRow, SqlValue } from '#store/database'
import { decodeRow, integer, maybeText, text } from '#store/row'
import type { Sql } from '#store/sql'

const gwei = 1_000_000_000n

/** Rounded up: databases have no integers of 256 bits, and a limit must not be exceeded by rounding. */
export const toGwei = (amount: Wei): number => Number((amount + gwei - 1n) / gwei)
export const fromGwei = (count: number): Wei => wei(BigInt(count) * gwei)

/** A condition on `relays` with its values. */
export interface RelayCondition {
  readonly where: string
  readonly values: readonly SqlValue[]
}

export const ofLane = ({ chainId, relayer }: Pick<Lane, 'chainId' | 'relayer'>): RelayCondition => ({
  where: 'chain_id = ? AND relayer = ?',
  values: [chainId, relayer],
})

/** The orders that meet a condition, with all their attempts and evidence. */
export async function readRelays(sql: Sql, { where, values }: RelayCondition, max: number): Promise<readonly Relay[]> {
  const rows = await sql.all(
    `SELECT id, nonce, outcome, body FROM relays WHERE ${where} ORDER BY nonce LIMIT ?`,
    ...values,
    max,
  )
  if (rows.length === 0) return []
  const ids = decodeRow(sql, 'an order', () => rows.map((row) => text(row, 'id')))
  const marks = ids.map(() => '?').join(', ')
  const [attempts, observations] = await Promise.all([
    sql.all(`SELECT relay, body FROM relay_attempts WHERE relay IN (${marks}) ORDER BY n`, ...ids),
    sql.all(`SELECT relay, body FROM relay_observations WHERE relay IN (${marks}) ORDER BY seq`, ...ids),
  ])
  return decodeRow(sql, 'an order', () => {
    const [bytes, seen] = [groupBodies<RelayAttempt>(attempts), groupBodies<Observation>(observations)]
    return rows.map((row) => {
      const id = text(row, 'id')
      return {
        ...decodeLossless<RelayDraft>(text(row, 'body')),
        nonce: integer(row, 'nonce'),
        isOpen: maybeText(row, 'outcome') === undefined,
        attempts: bytes.get(id) ?? [],
        observations: seen.get(id) ?? [],
      }
    })
  })
}

function groupBodies<T>(rows: readonly SqlRow[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const id = text(row, 'relay')
    groups.set(id, [...(groups.get(id) ?? []), decodeLossless<T>(text(row, 'body'))])
  }
  return groups
}
