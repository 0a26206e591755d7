/** As `src/store/sqlite/migrations/versions.ts`. */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT COLLATE "C";
  UPDATE swaps SET version_hash = substr(body, strpos(body, '"versionHash":"0x') + 15, 66)
    WHERE strpos(body, '"versionHash":"0x') > 0;
  CREATE INDEX swaps_by_version ON swaps (version_hash, network) WHERE version_hash IS NOT NULL;
  UPDATE swaps SET status = 'version' WHERE EXISTS (SELECT 1 FROM swaps AS known
    WHERE known.version_hash = swaps.transaction_hash AND known.network = swaps.network AND known.id <> swaps.id);
`
