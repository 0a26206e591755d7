import { batches } from '#store/sqlite/migrations/batches'
import { crossQuotes } from '#store/sqlite/migrations/cross-quotes'
import { l1Fee } from '#store/sqlite/migrations/l1-fee'
import { l1FeeRises } from '#store/sqlite/migrations/l1-fee-rises'
import { orderQuotes } from '#store/sqlite/migrations/order-quotes'
import { orders } from '#store/sqlite/migrations/orders'
import { ownNonces } from '#store/sqlite/migrations/own-nonces'
import { privateSending } from '#store/sqlite/migrations/private-sending'
import { relays } from '#store/sqlite/migrations/relays'
import { replacements } from '#store/sqlite/migrations/replacements'
import { signatures } from '#store/sqlite/migrations/signatures'
import { versions } from '#store/sqlite/migrations/versions'

/** "swpl" in SQLite's header: distinguishes our file from another program's. */
export const applicationId = 0x73_77_70_6c

/**
 * Each step migrates a store from format n to n + 1, and never changes once released: `user_version` counts them. The
 * constraints are the guarantee, not the code around them: one intent per key, one nonce per step and all its versions, used quotes stay used, and signed bytes and evidence cannot be deleted, whichever process tries.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE quotes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    consumed_at INTEGER
  ) STRICT;
  CREATE INDEX quotes_by_expiry ON quotes (expires_at);
  CREATE TRIGGER quotes_are_used_once BEFORE UPDATE OF consumed_at ON quotes WHEN OLD.consumed_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a quote is used once'); END;

  CREATE TABLE intents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    network TEXT NOT NULL,
    chain_id INTEGER NOT NULL,
    sender TEXT NOT NULL,
    quote_id TEXT,
    trade TEXT,
    bought TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX intents_by_quote ON intents (quote_id);
  CREATE INDEX intents_by_sender ON intents (sender);

  CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    intent TEXT NOT NULL REFERENCES intents (id),
    step TEXT NOT NULL,
    chain_id INTEGER NOT NULL,
    sender TEXT NOT NULL,
    nonce INTEGER NOT NULL,
    hash TEXT NOT NULL,
    raw TEXT NOT NULL,
    payload TEXT NOT NULL,
    stage TEXT NOT NULL,
    mined TEXT,
    UNIQUE (intent, step)
  ) STRICT;
  CREATE INDEX transactions_by_hash ON transactions (hash);
  CREATE INDEX transactions_by_nonce ON transactions (chain_id, sender, nonce);
  CREATE TRIGGER signed_bytes_stay BEFORE UPDATE OF intent, step, chain_id, sender, nonce, hash, raw, payload
    ON transactions BEGIN SELECT RAISE(ABORT, 'signed bytes stay as they are'); END;
  CREATE TRIGGER signed_bytes_are_kept BEFORE DELETE ON transactions
    BEGIN SELECT RAISE(ABORT, 'signed bytes are kept'); END;

  CREATE TABLE timeline (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    intent TEXT NOT NULL REFERENCES intents (id),
    step TEXT,
    stage TEXT NOT NULL,
    at INTEGER NOT NULL,
    hash TEXT
  ) STRICT;
  CREATE INDEX timeline_by_intent ON timeline (intent);
  `,
  `
  ALTER TABLE quotes ADD COLUMN payload_hash TEXT;
  CREATE INDEX quotes_by_payload ON quotes (payload_hash) WHERE payload_hash IS NOT NULL;

  CREATE TABLE api_keys (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE TRIGGER keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys WHEN OLD.revoked_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a revoked key stays revoked'); END;

  CREATE TABLE swaps (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    wallet TEXT NOT NULL,
    quote_id TEXT,
    transaction_hash TEXT NOT NULL,
    status TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (transaction_hash, network)
  ) STRICT;
  CREATE INDEX swaps_by_wallet ON swaps (wallet, network, status);
  CREATE INDEX swaps_by_quote ON swaps (quote_id);
  CREATE INDEX swaps_by_status ON swaps (status, updated_at);

  CREATE TABLE searched (
    wallet TEXT NOT NULL,
    network TEXT NOT NULL,
    block INTEGER NOT NULL,
    PRIMARY KEY (wallet, network)
  ) STRICT;
  `,
  `
  CREATE TABLE quote_records (
    quote INTEGER PRIMARY KEY REFERENCES quotes (seq) ON DELETE CASCADE,
    looked TEXT,
    simulated TEXT
  ) STRICT;
  `,
  `
  CREATE TABLE pool_cursors (
    network TEXT NOT NULL,
    source TEXT NOT NULL,
    factory TEXT NOT NULL,
    version INTEGER NOT NULL,
    marks TEXT NOT NULL,
    PRIMARY KEY (network, source, factory)
  ) STRICT;

  CREATE TABLE pools (
    network TEXT NOT NULL,
    source TEXT NOT NULL,
    factory TEXT NOT NULL,
    pool TEXT NOT NULL,
    block INTEGER NOT NULL,
    reason TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (network, source, factory, pool)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pools_by_block ON pools (network, source, factory, block);

  CREATE TABLE pool_pairs (
    network TEXT NOT NULL,
    token TEXT NOT NULL,
    other TEXT NOT NULL,
    source TEXT NOT NULL,
    factory TEXT NOT NULL,
    pool TEXT NOT NULL,
    PRIMARY KEY (network, token, other, source, factory, pool),
    FOREIGN KEY (network, source, factory, pool) REFERENCES pools ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pool_pairs_by_pool ON pool_pairs (network, source, factory, pool);
  `,
  `
  ALTER TABLE intents ADD COLUMN request TEXT;

  CREATE TABLE steps (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    intent TEXT NOT NULL REFERENCES intents (id),
    step TEXT NOT NULL,
    network TEXT NOT NULL,
    chain_id INTEGER NOT NULL,
    sender TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (intent, step)
  ) STRICT;
  CREATE INDEX steps_by_sender ON steps (network, sender, created_at);

  CREATE TABLE attempts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    step INTEGER NOT NULL REFERENCES steps (seq),
    nonce INTEGER NOT NULL,
    hash TEXT NOT NULL,
    raw TEXT NOT NULL,
    payload TEXT NOT NULL,
    signed_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_attempt_a_step ON attempts (step);
  CREATE INDEX attempts_by_hash ON attempts (hash);
  CREATE TRIGGER attempts_share_a_nonce BEFORE INSERT ON attempts
    WHEN EXISTS (SELECT 1 FROM attempts WHERE step = NEW.step AND nonce <> NEW.nonce)
    BEGIN SELECT RAISE(ABORT, 'attempts at one step share a nonce'); END;
  CREATE TRIGGER attempts_stay BEFORE UPDATE ON attempts
    BEGIN SELECT RAISE(ABORT, 'signed bytes stay as they are'); END;
  CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
    BEGIN SELECT RAISE(ABORT, 'signed bytes are kept'); END;

  CREATE TABLE observations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    step INTEGER NOT NULL REFERENCES steps (seq),
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX observations_by_step ON observations (step);
  CREATE TRIGGER observations_are_kept BEFORE DELETE ON observations
    BEGIN SELECT RAISE(ABORT, 'evidence is kept'); END;

  INSERT INTO steps (seq, intent, step, network, chain_id, sender, created_at)
    SELECT t.seq, t.intent, t.step, i.network, t.chain_id, t.sender, coalesce(s.at, i.created_at)
    FROM transactions t JOIN intents i ON i.id = t.intent
    LEFT JOIN timeline s ON s.intent = t.intent AND s.step = t.step AND s.stage = 'signed';
  INSERT INTO attempts (step, nonce, hash, raw, payload, signed_at)
    SELECT t.seq, t.nonce, t.hash, t.raw, t.payload, s.created_at FROM transactions t JOIN steps s ON s.seq = t.seq;
  INSERT INTO observations (step, body)
    SELECT t.seq, json_object('kind', 'broadcast', 'at', s.created_at, 'endpoint', 'an earlier version', 'hash', t.hash,
      'outcome', CASE WHEN t.stage IN ('submitted', 'mined', 'confirmed', 'reverted') THEN 'accepted'
        WHEN t.stage = 'cancelled' THEN 'refused' ELSE 'begun' END)
    FROM transactions t JOIN steps s ON s.seq = t.seq;
  INSERT INTO observations (step, body)
    SELECT t.seq, json_object('kind', 'look', 'at', s.created_at, 'endpoint', 'an earlier version', 'hash', t.hash,
      'head', json_object('number', json_extract(t.mined, '$.block'), 'hash', json_extract(t.mined, '$.blockHash'),
        'time', s.created_at),
      'nonce', t.nonce + 1, 'seen', 'mined',
      'receipt', json(CASE WHEN t.step IN ('swap', 'wrap') AND i.bought IS NOT NULL
        THEN json_set(t.mined, '$.status', CASE t.stage WHEN 'reverted' THEN 'reverted' ELSE 'success' END,
          '$.received', json_object('$bigint', i.bought))
        ELSE json_set(t.mined, '$.status', CASE t.stage WHEN 'reverted' THEN 'reverted' ELSE 'success' END) END))
    FROM transactions t JOIN steps s ON s.seq = t.seq JOIN intents i ON i.id = t.intent
    WHERE t.mined IS NOT NULL AND t.stage IN ('mined', 'confirmed', 'reverted');
  DROP TABLE transactions;
  `,
  replacements,
  batches,
  privateSending,
  relays,
  orders,
  crossQuotes,
  l1Fee,
  versions,
  l1FeeRises,
  ownNonces,
  signatures,
  orderQuotes,
]
