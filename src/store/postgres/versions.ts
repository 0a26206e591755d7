/** As `src/store/sqlite/migrations/versions.ts`. */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT COLLATE "C";
  UPDATE swaps SET version_hash = substr(body, strpos(body, '"versionHash":"0x') + 15, 66)
    WHERE strpos(body, '"versionHash":"0x') > 0;
  CREATE INDEX swaps_by_version ON swaps (version_hash, network) WHERE version_hash IS NOT NULL;
  WITH RECURSIVE named AS (
    SELECT version_hash AS hash, network, seq FROM swaps WHERE version_hash IS NOT NULL
    UNION SELECT transaction_hash, network, seq FROM swaps WHERE version_hash IS NOT NULL
      OR EXISTS (SELECT 1 FROM swaps AS known
        WHERE known.version_hash = swaps.transaction_hash AND known.network = swaps.network)
  ), same AS (
    SELECT seq AS kept, seq FROM swaps WHERE version_hash IS NOT NULL
    UNION SELECT same.kept, other.seq FROM same JOIN named AS one ON one.seq = same.seq
      JOIN named AS other ON other.hash = one.hash AND other.network = one.network
  )
  UPDATE swaps SET status = 'version' WHERE seq IN (SELECT seq FROM same GROUP BY seq HAVING min(kept) <> seq);
`
