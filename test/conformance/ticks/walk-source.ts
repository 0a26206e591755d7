/** The source of what families without a contract to run record; docs/families.md does not count it as trades. */
export const walkSource = 'a second walk over the ticks, by us'
