import { crossQuotes } from '#store/postgres/cross-quotes'
import { ownNonces } from '#store/postgres/own-nonces'
import { freeLanes, relays } from '#store/postgres/relays'
import { versions } from '#store/postgres/versions'

/** All our tables are in one schema of the database, so that it can be shared with other programs. */
export const postgresSchema = 'swapline'

/**
 * Each step migrates a store from format n to n + 1, and never changes once released. The tables are those of a service
 * in `schema.ts`; text compares by its bytes, as there, so that the ids with a prefix are a range.
 */
export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE quotes (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    body TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    consumed_at BIGINT,
    payload_hash TEXT COLLATE "C"
  );
  CREATE INDEX quotes_by_expiry ON quotes (expires_at);
  CREATE INDEX quotes_by_payload ON quotes (payload_hash) WHERE payload_hash IS NOT NULL;

  CREATE TABLE api_keys (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
  );

  CREATE TABLE swaps (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    network TEXT COLLATE "C" NOT NULL,
    wallet TEXT COLLATE "C" NOT NULL,
    quote_id TEXT COLLATE "C",
    transaction_hash TEXT COLLATE "C" NOT NULL,
    status TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (transaction_hash, network)
  );
  CREATE INDEX swaps_by_wallet ON swaps (wallet, network, status);
  CREATE INDEX swaps_by_quote ON swaps (quote_id);
  CREATE INDEX swaps_by_status ON swaps (status, updated_at);

  CREATE TABLE searched (
    wallet TEXT COLLATE "C" NOT NULL,
    network TEXT COLLATE "C" NOT NULL,
    block BIGINT NOT NULL,
    PRIMARY KEY (wallet, network)
  );

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $body$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $body$;
  CREATE TRIGGER quotes_are_used_once BEFORE UPDATE OF consumed_at ON quotes FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION refuse_change('a quote is used once');
  CREATE TRIGGER keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW
    WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_change('a revoked key stays revoked');
  `,
  `
  CREATE TABLE quote_records (
    quote BIGINT PRIMARY KEY REFERENCES quotes (seq) ON DELETE CASCADE,
    looked TEXT,
    simulated TEXT
  );
  `,
  `
  CREATE TABLE pool_cursors (
    network TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    factory TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    marks TEXT NOT NULL,
    PRIMARY KEY (network, source, factory)
  );

  CREATE TABLE pools (
    network TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    factory TEXT COLLATE "C" NOT NULL,
    pool TEXT COLLATE "C" NOT NULL,
    block BIGINT NOT NULL,
    reason TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (network, source, factory, pool)
  );
  CREATE INDEX pools_by_block ON pools (network, source, factory, block);

  CREATE TABLE pool_pairs (
    network TEXT COLLATE "C" NOT NULL,
    token TEXT COLLATE "C" NOT NULL,
    other TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    factory TEXT COLLATE "C" NOT NULL,
    pool TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (network, token, other, source, factory, pool),
    FOREIGN KEY (network, source, factory, pool) REFERENCES pools ON DELETE CASCADE
  );
  CREATE INDEX pool_pairs_by_pool ON pool_pairs (network, source, factory, pool);
  `,
  relays,
  freeLanes,
  crossQuotes,
  versions,
  ownNonces,
]
