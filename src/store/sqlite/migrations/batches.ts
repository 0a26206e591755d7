/** Runs of batches and their rows. What became of a row is concluded from the intent of its key. */
export const batches = `
  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    limits TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    cancelled_at INTEGER
  ) STRICT;
  CREATE INDEX batches_by_time ON batches (created_at);
  CREATE TRIGGER batches_stay_cancelled BEFORE UPDATE OF cancelled_at ON batches WHEN OLD.cancelled_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a cancelled batch stays cancelled'); END;
  CREATE TRIGGER batches_are_kept BEFORE DELETE ON batches
    BEGIN SELECT RAISE(ABORT, 'batches are kept'); END;

  CREATE TABLE batch_rows (
    batch TEXT NOT NULL REFERENCES batches (id),
    row TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    failure TEXT,
    PRIMARY KEY (batch, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER signed_rows_keep_their_key BEFORE UPDATE OF key ON batch_rows
    WHEN EXISTS (SELECT 1 FROM intents i JOIN steps s ON s.intent = i.id
      WHERE i.key = OLD.key AND s.step IN ('swap', 'wrap'))
    BEGIN SELECT RAISE(ABORT, 'a signed row keeps its key'); END;
  CREATE TRIGGER signed_rows_are_kept BEFORE DELETE ON batch_rows
    WHEN EXISTS (SELECT 1 FROM intents i JOIN steps s ON s.intent = i.id
      WHERE i.key = OLD.key AND s.step IN ('swap', 'wrap'))
    BEGIN SELECT RAISE(ABORT, 'a signed row is kept'); END;
  `
