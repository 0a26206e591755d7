/**
 * The hash under which its sender sped a swap up: it is told to clients, and found by searches, so that a record is looked up
 * by it as by the first one. What was stored before has it in its text only.
 * The status `version` is that of a record which tells the same swap once more: it is found, and not counted.
 * Records that share a hash, directly or by others, tell one swap: the first that knows a version of it is kept.
 */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT;
  UPDATE swaps SET version_hash = substr(body, instr(body, '"versionHash":"0x') + 15, 66)
    WHERE instr(body, '"versionHash":"0x') > 0;
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
