/**
 * Orders that this machine has signed: each is a spend from its signature on, so that it is kept, and void only once.
 *
 * A lane may go back to a nonce that no order had: an endpoint had named too high a one. That no nonce is given twice is
 * what `UNIQUE (chain_id, relayer, nonce)` says.
 */
export const orders = `
  CREATE TABLE orders (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    router TEXT NOT NULL,
    sender TEXT NOT NULL,
    token TEXT NOT NULL,
    amount TEXT NOT NULL,
    nonce TEXT NOT NULL,
    deadline INTEGER NOT NULL,
    signed_at INTEGER NOT NULL,
    is_void INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX orders_by_time ON orders (signed_at);
  CREATE TRIGGER orders_stay BEFORE UPDATE OF digest, network, router, sender, token, amount, nonce, deadline, signed_at
    ON orders BEGIN SELECT RAISE(ABORT, 'a signed order stays as it is'); END;
  CREATE TRIGGER orders_stay_void BEFORE UPDATE OF is_void ON orders WHEN OLD.is_void <> 0
    BEGIN SELECT RAISE(ABORT, 'a void order stays void'); END;
  CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
    BEGIN SELECT RAISE(ABORT, 'signed orders are kept'); END;

  DROP TRIGGER lanes_go_forward;
`
