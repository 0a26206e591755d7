/** No price has fallen further than to this part, for the purpose. */
const lowest = 0.05

/**
 * How many times less exactly a pool has to be known where its price has fallen to `part` of the first: whoever sells so
 * far loses much more by it than a bound could tell them. Where the price is about the first, once.
 * @param part above 0
 */
export const looserAt = (part: number): number => Math.min(1, Math.max(part, lowest)) ** -4
