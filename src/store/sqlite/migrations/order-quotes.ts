/**
 * An order was kept by its digest alone: what its quote was used for could be asked of the service only. Of orders that
 * were signed before, the quote is not known.
 */
export const orderQuotes = `
  ALTER TABLE orders ADD COLUMN quote_id TEXT;
  CREATE INDEX orders_by_quote ON orders (quote_id) WHERE quote_id IS NOT NULL;
  CREATE TRIGGER orders_keep_their_quote BEFORE UPDATE OF quote_id ON orders
    BEGIN SELECT RAISE(ABORT, 'a signed order stays as it is'); END;
`
