/** The tables of `store/sqlite/migrations/relays.ts`, which says what they hold. */
export const relays = `
  ALTER TABLE swaps ALTER COLUMN transaction_hash DROP NOT NULL;

  CREATE TABLE relay_lanes (
    chain_id BIGINT NOT NULL,
    relayer TEXT COLLATE "C" NOT NULL,
    network TEXT COLLATE "C" NOT NULL,
    next_nonce BIGINT NOT NULL,
    draining BIGINT NOT NULL,
    PRIMARY KEY (chain_id, relayer)
  );
  CREATE TRIGGER lanes_go_forward BEFORE UPDATE OF next_nonce ON relay_lanes FOR EACH ROW
    WHEN (NEW.next_nonce < OLD.next_nonce) EXECUTE FUNCTION refuse_change('a lane goes forward');

  CREATE TABLE relays (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    quote_id TEXT COLLATE "C" NOT NULL UNIQUE,
    network TEXT COLLATE "C" NOT NULL,
    chain_id BIGINT NOT NULL,
    relayer TEXT COLLATE "C" NOT NULL,
    nonce BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    reserved_gwei BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    outcome TEXT,
    spent_gwei BIGINT,
    ended_at BIGINT,
    UNIQUE (chain_id, relayer, nonce)
  );
  CREATE INDEX relays_open ON relays (chain_id, relayer, nonce) WHERE outcome IS NULL;
  CREATE INDEX relays_by_owner ON relays (owner, created_at);
  CREATE INDEX relays_by_end ON relays (chain_id, relayer, ended_at);
  CREATE TRIGGER relays_stay BEFORE UPDATE OF id, quote_id, network, chain_id, relayer, nonce, owner, reserved_gwei,
    created_at, body ON relays FOR EACH ROW EXECUTE FUNCTION refuse_change('an accepted order stays as it is');
  CREATE TRIGGER relays_end_once BEFORE UPDATE OF outcome, spent_gwei, ended_at ON relays FOR EACH ROW
    WHEN (OLD.outcome IS NOT NULL) EXECUTE FUNCTION refuse_change('an order ends once');
  CREATE TRIGGER relays_are_kept BEFORE DELETE ON relays FOR EACH ROW
    EXECUTE FUNCTION refuse_change('accepted orders are kept');

  CREATE TABLE relay_attempts (
    relay TEXT COLLATE "C" NOT NULL REFERENCES relays (id),
    n BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (relay, n)
  );
  CREATE INDEX relay_attempts_by_hash ON relay_attempts (hash);
  CREATE TRIGGER relay_attempts_stay BEFORE UPDATE ON relay_attempts FOR EACH ROW
    EXECUTE FUNCTION refuse_change('signed bytes stay as they are');
  CREATE TRIGGER relay_attempts_are_kept BEFORE DELETE ON relay_attempts FOR EACH ROW
    EXECUTE FUNCTION refuse_change('signed bytes are kept');

  CREATE TABLE relay_observations (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    relay TEXT COLLATE "C" NOT NULL REFERENCES relays (id),
    body TEXT NOT NULL
  );
  CREATE INDEX relay_observations_by_relay ON relay_observations (relay);
  CREATE TRIGGER relay_observations_are_kept BEFORE DELETE ON relay_observations FOR EACH ROW
    EXECUTE FUNCTION refuse_change('evidence is kept');

  CREATE TABLE order_nonces (
    chain_id BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    nonce TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (chain_id, owner, nonce)
  );
  CREATE INDEX order_nonces_by_expiry ON order_nonces (expires_at);
`

/** As `store/sqlite/migrations/orders.ts`. */
export const freeLanes = `
  DROP TRIGGER lanes_go_forward ON relay_lanes;
`
