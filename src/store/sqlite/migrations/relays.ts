/**
 * Orders that a relayer submits. A swap may have no transaction at first. What an order was accepted with never changes,
 * its outcome is set once, and the bytes that were signed for its nonce stay: one order a quote, one order a nonce.
 * The same tables are in `store/postgres/relays.ts`.
 */
export const relays = `
  CREATE TABLE swaps_of_any_kind (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    wallet TEXT NOT NULL,
    quote_id TEXT,
    transaction_hash TEXT,
    status TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (transaction_hash, network)
  ) STRICT;
  INSERT INTO swaps_of_any_kind (seq, id, network, wallet, quote_id, transaction_hash, status, updated_at, body)
    SELECT seq, id, network, wallet, quote_id, transaction_hash, status, updated_at, body FROM swaps;
  DROP TABLE swaps;
  ALTER TABLE swaps_of_any_kind RENAME TO swaps;
  CREATE INDEX swaps_by_wallet ON swaps (wallet, network, status);
  CREATE INDEX swaps_by_quote ON swaps (quote_id);
  CREATE INDEX swaps_by_status ON swaps (status, updated_at);

  CREATE TABLE relay_lanes (
    chain_id INTEGER NOT NULL,
    relayer TEXT NOT NULL,
    network TEXT NOT NULL,
    next_nonce INTEGER NOT NULL,
    draining INTEGER NOT NULL,
    PRIMARY KEY (chain_id, relayer)
  ) STRICT;
  CREATE TRIGGER lanes_go_forward BEFORE UPDATE OF next_nonce ON relay_lanes WHEN NEW.next_nonce < OLD.next_nonce
    BEGIN SELECT RAISE(ABORT, 'a lane goes forward'); END;

  CREATE TABLE relays (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    quote_id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    chain_id INTEGER NOT NULL,
    relayer TEXT NOT NULL,
    nonce INTEGER NOT NULL,
    owner TEXT NOT NULL,
    reserved_gwei INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    outcome TEXT,
    spent_gwei INTEGER,
    ended_at INTEGER,
    UNIQUE (chain_id, relayer, nonce)
  ) STRICT;
  CREATE INDEX relays_open ON relays (chain_id, relayer, nonce) WHERE outcome IS NULL;
  CREATE INDEX relays_by_owner ON relays (owner, created_at);
  CREATE INDEX relays_by_end ON relays (chain_id, relayer, ended_at);
  CREATE TRIGGER relays_stay BEFORE UPDATE OF id, quote_id, network, chain_id, relayer, nonce, owner, reserved_gwei,
    created_at, body ON relays BEGIN SELECT RAISE(ABORT, 'an accepted order stays as it is'); END;
  CREATE TRIGGER relays_end_once BEFORE UPDATE OF outcome, spent_gwei, ended_at ON relays WHEN OLD.outcome IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an order ends once'); END;
  CREATE TRIGGER relays_are_kept BEFORE DELETE ON relays
    BEGIN SELECT RAISE(ABORT, 'accepted orders are kept'); END;

  CREATE TABLE relay_attempts (
    relay TEXT NOT NULL REFERENCES relays (id),
    n INTEGER NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (relay, n)
  ) STRICT;
  CREATE INDEX relay_attempts_by_hash ON relay_attempts (hash);
  CREATE TRIGGER relay_attempts_stay BEFORE UPDATE ON relay_attempts
    BEGIN SELECT RAISE(ABORT, 'signed bytes stay as they are'); END;
  CREATE TRIGGER relay_attempts_are_kept BEFORE DELETE ON relay_attempts
    BEGIN SELECT RAISE(ABORT, 'signed bytes are kept'); END;

  CREATE TABLE relay_observations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    relay TEXT NOT NULL REFERENCES relays (id),
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX relay_observations_by_relay ON relay_observations (relay);
  CREATE TRIGGER relay_observations_are_kept BEFORE DELETE ON relay_observations
    BEGIN SELECT RAISE(ABORT, 'evidence is kept'); END;

  CREATE TABLE order_nonces (
    chain_id INTEGER NOT NULL,
    owner TEXT NOT NULL,
    nonce TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (chain_id, owner, nonce)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX order_nonces_by_expiry ON order_nonces (expires_at);
`
