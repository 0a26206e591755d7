import { openUniswap, packageName } from '#peers/uniswap-market'
import { downFrom, withinLegs } from '#peers/within-legs'

/** @import { Runner } from '#shapes' */

/** The package's value for mainnet. */
const maxSplits = 7

/** @type {Runner} */
export const runner = {
  packageName,
  about: "Uniswap's split search (getBestSwapRoute), quotes worked out here",
  open(set) {
    const quote = openUniswap(set)
    return { quote: (job, { maxLegs }) => withinLegs(downFrom(maxSplits), maxLegs, (max) => quote(job, max)) }
  },
}
