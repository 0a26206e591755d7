import { fail } from '#domain/errors'
import type { IntentDraft, Journal } from '#domain/ports'
import type { Intent, SignedTx, Trade } from '#domain/swap'
import { type Address, evm, type Seconds } from '#domain/units'
import type { Database, Row } from '#store/database'
import { findIntent } from '#store/find-intent'
import { readIntent } from '#store/intent-rows'
import { encodeLossless } from '#store/lossless-json'
import { advance } from '#store/note-stage'
import { decoded, maybeInteger } from '#store/row'

/** Intents a list gives unless told otherwise. */
const listed = 100

/**
 * What this machine has signed and what came of it. The database must be open with `synchronous=FULL`.
 * It is opened when it is needed first.
 */
export function createJournal({ database }: { readonly database: () => Promise<Database> }): Journal {
  return {
    open: async (draft) => open(await database(), draft),
    bind: async (id, trade) => bind(await database(), id, trade),
    signed: async (id, tx, at) => keepSigned(await database(), { id, tx, at }),
    advance: async (id, step, stage, at, facts) => advance(await database(), { id, step, stage, at, ...facts }),
    byKey: async (key) => byKey(await database(), key),
    find: async (reference) => {
      const db = await database()
      return whole(db, findIntent(db, reference))
    },
    highestNonce: async (chainId, from, since) => highestNonce(await database(), { chainId, from, since }),
    list: async (filter = {}) => list(await database(), filter),
  }
}

const whole = (db: Database, row: Row | undefined): Intent | undefined =>
  row === undefined ? undefined : readIntent(db, row)

const byKey = (db: Database, key: string): Intent | undefined =>
  whole(db, db.all('SELECT * FROM intents WHERE key = ?', key)[0])

/** Two processes that open the same key at once get the same intent: the insert of the second one does nothing. */
function open(db: Database, draft: IntentDraft): Intent {
  return db.transaction(() => {
    const { id, key, kind, network, chainId, from, at } = draft
    const made = db.run(
      `INSERT INTO intents (id, key, kind, network, chain_id, sender, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING`,
      ...[id, key, kind, network, chainId, evm(from), at],
    )
    if (made === 1) db.run(`INSERT INTO timeline (intent, stage, at) VALUES (?, 'built', ?)`, id, at)
    const intent = byKey(db, key)
    if (intent === undefined) throw fail('INTERNAL', { reason: `intent ${id} was not opened` })
    return intent
  })
}

function bind(db: Database, id: string, trade: Trade): void {
  const { bought: _, ...promised } = trade // what was received is noted by `advance` alone
  const bound = db.run(
    `UPDATE intents SET trade = ?, quote_id = ? WHERE id = ? AND NOT EXISTS
       (SELECT 1 FROM transactions WHERE intent = intents.id AND step IN ('swap', 'wrap'))`,
    ...[encodeLossless(promised), trade.quoteId, id],
  )
  if (bound === 0) throw fail('INTERNAL', { reason: `intent ${id} is unknown, or its swap is signed already` })
}

function keepSigned(db: Database, { id, tx, at }: { id: string; tx: SignedTx; at: Seconds }): void {
  const { step, payload, nonce, hash, raw } = tx
  db.transaction(() => {
    const kept = db.run(
      `INSERT INTO transactions (intent, step, chain_id, sender, nonce, hash, raw, payload, stage)
       SELECT id, ?, chain_id, sender, ?, ?, ?, ?, 'signed' FROM intents WHERE id = ? AND chain_id = ? AND sender = ?
       ON CONFLICT (intent, step) DO NOTHING`,
      ...[step, nonce, hash, raw, encodeLossless(payload), id, payload.chainId, evm(payload.from)],
    )
    if (kept === 0) {
      const reason = `intent ${id} has signed its ${step} before, or the payload is of another account or chain`
      throw fail('INTERNAL', { reason })
    }
    db.run(`INSERT INTO timeline (intent, step, stage, at, hash) VALUES (?, ?, 'signed', ?, ?)`, id, step, at, hash)
  })
}

/** A cancelled transaction never went anywhere, so its nonce is free; every other one may hold or have used it. */
interface NonceQuestion {
  readonly chainId: number
  readonly from: Address
  readonly since: Seconds
}

function highestNonce(db: Database, { chainId, from, since }: NonceQuestion): number | undefined {
  const [row = { nonce: null }] = db.all(
    `SELECT max(nonce) AS nonce FROM transactions t WHERE chain_id = ? AND sender = ?
       AND stage NOT IN ('confirmed', 'reverted', 'replaced', 'cancelled')
       AND EXISTS (SELECT 1 FROM timeline WHERE intent = t.intent AND step = t.step AND stage = 'signed' AND at >= ?)`,
    ...[chainId, evm(from), since],
  )
  return decoded(db, 'a nonce', () => maybeInteger(row, 'nonce'))
}

function list(db: Database, { from, limit = listed }: { from?: Address; limit?: number }): readonly Intent[] {
  const rows =
    from === undefined
      ? db.all('SELECT * FROM intents ORDER BY seq DESC LIMIT ?', limit)
      : db.all('SELECT * FROM intents WHERE sender = ? ORDER BY seq DESC LIMIT ?', evm(from), limit)
  return rows.map((row) => readIntent(db, row))
}
