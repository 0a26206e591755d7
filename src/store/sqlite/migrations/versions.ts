/**
 * The hash under which its sender sped a swap up: it is told to clients, and found by searches, so that a record is looked up
 * by it as by the first one. What was stored before has it in its text only.
 * The status `version` is that of a record which tells the same swap once more: it is found, and not counted.
 */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT;
  UPDATE swaps SET version_hash = substr(body, instr(body, '"versionHash":"0x') + 15, 66)
    WHERE instr(body, '"versionHash":"0x') > 0;
  CREATE INDEX swaps_by_version ON swaps (version_hash, network) WHERE version_hash IS NOT NULL;
  UPDATE swaps SET status = 'version' WHERE EXISTS (SELECT 1 FROM swaps AS known
    WHERE known.version_hash = swaps.transaction_hash AND known.network = swaps.network AND known.id <> swaps.id);
`
