import { openPancake, packageName } from '#peers/pancake-market'
import { downFrom, withinLegs } from '#peers/within-legs'

/** @import { Job, Runner } from '#shapes' */

const maxSplits = 4
const maxHops = 3

/**
 * PancakeSwap's current router.
 * @type {Runner}
 */
export const runner = {
  packageName,
  about: `InfinityRouter.getBestTrade, ${maxHops} hops, ${maxSplits} splits`,
  maxPools: 1_500,
  open(set) {
    const { router, pools, tradeOf, answerOf } = openPancake(set)
    const options = { candidatePools: pools, gasPriceWei: BigInt(set.gas.gasPriceWei), maxHops }
    /**
     * @param {Job} job
     * @param {number} maxSplits
     */
    const quote = async (job, maxSplits) => {
      const trade = await router.InfinityRouter.getBestTrade(...tradeOf(job), { ...options, maxSplits })
      return trade ? answerOf(job, trade) : undefined
    }
    return { quote: (job, { maxLegs }) => withinLegs(downFrom(maxSplits), maxLegs, (max) => quote(job, max)) }
  },
}
