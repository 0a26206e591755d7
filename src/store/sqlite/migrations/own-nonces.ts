/**
 * The account of a lane may sell what it earned. What it signs for that is no order: the lane goes on after it, and does not go
 * back to its nonce though no endpoint shows it any more, as it may still be mined. The same column is in PostgreSQL.
 */
export const ownNonces = `
  ALTER TABLE relay_lanes ADD COLUMN own_end INTEGER NOT NULL DEFAULT 0;
`
