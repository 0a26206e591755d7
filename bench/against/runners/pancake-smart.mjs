import { openPancake, packageName } from '#peers/pancake-market'
import { downFrom, withinLegs } from '#peers/within-legs'

const mostSplits = 4
const maxHops = 3
const distributionPercent = 5

/** PancakeSwap's router before, with its quoter that needs no chain. */
export const runner = {
  packageName,
  about: `SmartRouter.getBestTrade, ${maxHops} hops, ${mostSplits} splits, parts of ${distributionPercent} %`,
  mostPools: 1_500,
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
      nativeCurrencyUsdPrice: set.tokens[set.gas.nativeToken].usd,
    }
    const quote = async (job, maxSplits) => {
      const quoteCurrencyUsdPrice = set.tokens[job.tokenOut].usd
      const trade = await SmartRouter.getBestTrade(...tradeOf(job), { ...options, quoteCurrencyUsdPrice, maxSplits })
      return trade ? answerOf(job, trade) : undefined
    }
    return { quote: (job, { mostLegs }) => withinLegs(downFrom(mostSplits), mostLegs, (most) => quote(job, most)) }
  },
}
