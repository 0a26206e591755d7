/**
 * What was reserved for the L1 fee of a version, in wei: as long as it may be mined, it costs its gas and this. NULL where
 * the network takes none, and for what an earlier version of this program signed, which did not record it.
 */
export const l1Fee = `
  ALTER TABLE attempts ADD COLUMN l1_fee TEXT;
`
