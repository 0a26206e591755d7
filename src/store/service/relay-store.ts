import { fail } from '#domain/errors'
import { encodeLossless } from '#domain/lossless-json'
import type { Relay, RelayStore } from '#domain/relay/relay'
import { type Sql, toTimeExpression } from '#store/sql'
import { acceptOrder, fillGap } from './accept-order.ts'
import { openLane, passOwn, readLane, releaseOwn, setDraining } from './lane-rows.ts'
import { reserveNonce } from './order-nonce-rows.ts'
import { ofLane, readRelays, toGwei } from './relay-rows.ts'
import { endRecord, updateRecord } from './swap-record-store.ts'

interface RelayStoreContext {
  readonly sql: Sql
  readonly now: () => number
}

/** Accepted orders with the bytes signed for them. Several processes may work on one lane: the tables keep them apart. */
export function createRelayStore({ sql, now }: RelayStoreContext): RelayStore {
  const find = async (where: string, value: string): Promise<Relay | undefined> =>
    (await readRelays(sql, { where, values: [value] }, 1))[0]
  return {
    reserveNonce: (request) => reserveNonce(sql, request, now()),
    openLane: async (lane, nonce) => {
      await openLane(sql, lane, nonce)
      const status = await readLane(sql, lane, now())
      if (status === undefined) throw fail('INTERNAL', { reason: 'a lane was not stored' })
      return status
    },
    laneStatus: (lane) => readLane(sql, lane, now()),
    passOwn: (lane, end) => passOwn(sql, lane, end),
    releaseOwn: (lane, end) => releaseOwn(sql, lane, end),
    findByNonce: async (lane, nonce) => {
      const { where, values } = ofLane(lane)
      return (await readRelays(sql, { where: `${where} AND nonce = ?`, values: [...values, nonce] }, 1))[0]
    },
    fillGap: (draft, nonce, limits) => fillGap(sql, { draft, nonce, limits }, now()),
    setDraining: (lane, isDraining) => setDraining(sql, lane, isDraining),
    accept: async (draft, record, limits, held) => {
      await acceptOrder(sql, { draft, record, limits, held }, now())
      const relay = await find('id = ?', draft.id)
      if (relay === undefined) throw fail('INTERNAL', { reason: `order ${draft.id} was not stored` })
      return relay
    },
    findByQuote: (id) => find('quote_id = ?', id),
    find: (id) => find('id = ?', id),
    listOpen: (lane, max) => {
      const { where, values } = ofLane(lane)
      return readRelays(sql, { where: `${where} AND outcome IS NULL`, values }, max)
    },
    listOpenElsewhere: (lanes, max) => {
      const others = lanes.map(ofLane)
      const where = ['outcome IS NULL', ...others.map((one) => `NOT (${one.where})`)].join(' AND ')
      return readRelays(sql, { where, values: others.flatMap(({ values }) => values) }, max)
    },
    addAttempt: async ({ id, attempts }, attempt) => {
      const stored = await sql.run(
        'INSERT INTO relay_attempts (relay, n, hash, body) VALUES (?, ?, ?, ?) ON CONFLICT (relay, n) DO NOTHING',
        ...[id, attempts.length, attempt.hash, encodeLossless(attempt)],
      )
      return stored === 1
    },
    addObservations: async (id, observations) => {
      if (observations.length === 0) return
      await sql.run(
        `INSERT INTO relay_observations (relay, body) VALUES ${observations.map(() => '(?, ?)').join(', ')}`,
        ...observations.flatMap((one) => [id, encodeLossless(one)]),
      )
    },
    updateRecord: async (record) => {
      // Locks the order's row first, as `finish` does: a condition on another row would be that of before the wait.
      await sql.runAll([
        { sql: 'UPDATE relays SET outcome = NULL WHERE id = ? AND outcome IS NULL', values: [record.id] },
        updateRecord(record),
      ])
    },
    finish: async (id, { outcome, spent }, record) => {
      const { time, values } = toTimeExpression(sql, now())
      const end = 'UPDATE relays SET outcome = ?, spent_gwei = ?, ended_at = '
      await sql.runAll([
        {
          sql: `${end}${time} WHERE id = ? AND outcome IS NULL`,
          values: [outcome, toGwei(spent), ...values, id],
        },
        ...(record === undefined ? [] : endRecord(sql, record)),
      ])
    },
  }
}
