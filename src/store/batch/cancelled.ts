import type { Database } from '#store/database'

export const isBatchCancelled = (db: Database, id: string): boolean =>
  db.all('SELECT 1 FROM batches WHERE id = ? AND cancelled_at IS NOT NULL', id).length > 0
