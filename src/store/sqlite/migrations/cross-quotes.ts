/** Quotes of swaps to another network: single use, as others, and never found among them. */
export const crossQuotes = `
  CREATE TABLE cross_quotes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    consumed_at INTEGER
  ) STRICT;
  CREATE INDEX cross_quotes_by_expiry ON cross_quotes (expires_at);
  CREATE TRIGGER cross_quotes_are_used_once BEFORE UPDATE OF consumed_at ON cross_quotes WHEN OLD.consumed_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a quote is used once'); END;
`
