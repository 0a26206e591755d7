/** As `src/store/sqlite/migrations/versions.ts`. */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT COLLATE "C";
  UPDATE swaps SET version_hash = substr(body, strpos(body, '"versionHash":"0x') + 15, 66)
    WHERE strpos(body, '"versionHash":"0x') > 0;
  CREATE INDEX swaps_by_version ON swaps (version_hash, network) WHERE version_hash IS NOT NULL;
`
