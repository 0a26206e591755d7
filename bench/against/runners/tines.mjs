import { openTines, packageName } from '#peers/tines-market'

/** @import { Runner } from '#shapes' */

/**
 * Prices gas from its own pools; has no leg cap, so a route longer than the cap is not counted.
 * @type {Runner}
 */
export const runner = {
  heedsLegs: false,
  packageName,
  about: 'findMultiRouteExactIn with its own number of flows',
  open(set) {
    const quote = openTines(set)
    return { quote: (job) => quote(job, undefined) }
  },
}
