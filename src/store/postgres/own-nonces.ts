/** As `src/store/sqlite/migrations/own-nonces.ts`. */
export const ownNonces = `
  ALTER TABLE relay_lanes ADD COLUMN own_end BIGINT NOT NULL DEFAULT 0;
`
