import { openUniswap, packageName } from '#peers/uniswap-market'
import { downFrom, withinLegs } from '#peers/within-legs'

/** As the package has it for mainnet. */
const mostSplits = 7

export const runner = {
  packageName,
  about: "Uniswap's split search (getBestSwapRoute), quotes worked out here",
  open(set) {
    const quote = openUniswap(set)
    return { quote: (job, { mostLegs }) => withinLegs(downFrom(mostSplits), mostLegs, (most) => quote(job, most)) }
  },
}
