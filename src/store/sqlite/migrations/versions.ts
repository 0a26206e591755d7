/**
 * The hash under which its sender sped a swap up: it is told to clients, and found by searches, so that a record is looked up
 * by it as by the first one. What was stored before has it in its text only.
 */
export const versions = `
  ALTER TABLE swaps ADD COLUMN version_hash TEXT;
  UPDATE swaps SET version_hash = substr(body, instr(body, '"versionHash":"0x') + 15, 66)
    WHERE instr(body, '"versionHash":"0x') > 0;
  CREATE INDEX swaps_by_version ON swaps (version_hash, network) WHERE version_hash IS NOT NULL;
`
