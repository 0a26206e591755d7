import { usdOf } from '#evaluate'
import { openPancake, packageName } from '#peers/pancake-market'
import { downFrom, withinLegs } from '#peers/within-legs'

/** @import { Job, Runner } from '#shapes' */

const maxSplits = 4
const maxHops = 3
const distributionPercent = 5

/**
 * PancakeSwap's previous router, with its off-chain quoter.
 * @type {Runner}
 */
export const runner = {
  packageName,
  about: `SmartRouter.getBestTrade, ${maxHops} hops, ${maxSplits} splits, parts of ${distributionPercent} %`,
  maxPools: 1_500,
  open(set) {
    const { router, pools, tradeOf, answerOf } = openPancake(set)
    const { SmartRouter } = router
    const options = {
      gasPriceWei: BigInt(set.gas.gasPriceWei),
      maxHops,
      distributionPercent,
      poolProvider: SmartRouter.createStaticPoolProvider(pools),
      quoteProvider: SmartRouter.createOffChainQuoteProvider(),
      quoterOptimization: false,
      nativeCurrencyUsdPrice: usdOf(set, set.gas.nativeToken),
    }
    /**
     * @param {Job} job
     * @param {number} maxSplits
     */
    const quote = async (job, maxSplits) => {
      const quoteCurrencyUsdPrice = usdOf(set, job.tokenOut)
      const trade = await SmartRouter.getBestTrade(...tradeOf(job), { ...options, quoteCurrencyUsdPrice, maxSplits })
      return trade ? answerOf(job, trade) : undefined
    }
    return { quote: (job, { maxLegs }) => withinLegs(downFrom(maxSplits), maxLegs, (max) => quote(job, max)) }
  },
}
