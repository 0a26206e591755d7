/** As `src/store/sqlite/migrations/cross-quotes.ts`. */
export const crossQuotes = `
  CREATE TABLE cross_quotes (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    body TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    consumed_at BIGINT
  );
  CREATE INDEX cross_quotes_by_expiry ON cross_quotes (expires_at);
  CREATE TRIGGER cross_quotes_are_used_once BEFORE UPDATE OF consumed_at ON cross_quotes FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION refuse_change('a quote is used once');
`
