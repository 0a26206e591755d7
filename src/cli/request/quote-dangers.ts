/** What makes a quote a bad trade although it is a correct one: its price impact and the cost of its gas. */
import { percentText } from '#cli/screens/layout/text'
import type { Settings } from '#cli/settings/settings'
import { getExpectedCost, type Quote } from '#domain/quotes/quote'
import { million, nativeToken, type Ppm, ppm } from '#domain/units'

/** Parts per million. */
export interface DangerLimits {
  readonly warnImpact: Ppm
  /** Above it a swap is refused unless `--max-impact` allows it. */
  readonly maxImpact: Ppm
  /** Gas cost over the traded value. */
  readonly warnGas: Ppm
}

/** The defaults of the settings. */
export const defaultDangerLimits: DangerLimits = {
  warnImpact: ppm(10_000),
  maxImpact: ppm(30_000),
  warnGas: ppm(50_000),
}

export const readDangerLimits = (settings: Pick<Settings, 'get'>): DangerLimits => ({
  warnImpact: settings.get('trade.warnImpactPpm'),
  maxImpact: settings.get('trade.maxImpactPpm'),
  warnGas: settings.get('trade.warnGasPpm'),
})

export interface QuoteDanger {
  readonly code: 'PRICE_IMPACT_HIGH' | 'PRICE_IMPACT_UNKNOWN' | 'GAS_COST_HIGH'
  /** A sentence. */
  readonly message: string
  /** What to do instead of swapping at once, without a full stop. */
  readonly advice: string
}

/** The dangers of a quote, the worst first; empty if there are none. */
export function findQuoteDangers(quote: DangerInput, limits: DangerLimits): readonly QuoteDanger[] {
  return [...findImpactDanger(quote, limits), ...findGasDanger(quote, limits)]
}

type DangerInput = Pick<Quote, 'priceImpact' | 'route' | 'request' | 'gasPrice' | 'l1Fee' | 'usd' | 'sell'>

function findImpactDanger(
  { priceImpact }: DangerInput,
  { warnImpact, maxImpact }: DangerLimits,
): readonly QuoteDanger[] {
  if (priceImpact === undefined)
    return [
      {
        code: 'PRICE_IMPACT_UNKNOWN',
        message: 'The price impact is unknown: the amounts are too small, or no pool says the price before the trade.',
        advice: 'sell more, or name the least you accept when you swap: --min-out <amount>',
      },
    ]
  if (priceImpact <= warnImpact) return []
  const text = percentText(priceImpact)
  return [
    {
      code: 'PRICE_IMPACT_HIGH',
      message: `The price impact is ${text}: so large a trade moves the price against itself.`,
      advice:
        priceImpact > maxImpact
          ? `sell less: a price impact of ${text} is above your limit of ${percentText(maxImpact)}, and swap refuses it`
          : `sell less, or accept a price impact of ${text}`,
    },
  ]
}

function findGasDanger(quote: DangerInput, { warnGas }: DangerLimits): readonly QuoteDanger[] {
  const share = computeGasShare(quote)
  if (share === undefined || share < warnGas) return []
  const text = gasShareText(share)
  return [
    {
      code: 'GAS_COST_HIGH',
      message: `Gas costs ${text} what is traded.`,
      advice: `sell more, or accept that gas costs ${text} what is traded`,
    },
  ]
}

/** `31 % of`, `2.4 times`: rounded up. */
export function gasShareText(share: number): string {
  const times = share / Number(million)
  if (times < 2) return `${Math.ceil(times * 100)} % of`
  return times > 100 ? 'more than 100 times' : `${Math.ceil(times * 10) / 10} times`
}

/**
 * The expected gas cost over the traded value, in parts per million, above 1,000,000 too; `undefined` if no pool prices
 * gas.
 */
export function computeGasShare(quote: DangerInput): number | undefined {
  const { route, request, gasPrice, usd, sell } = quote
  const cost = getExpectedCost(quote)
  if (request.sell === nativeToken) return toShare(cost, request.sellAmount)
  const ofGas = route.gas * gasPrice
  if (route.gasInTokenOut !== undefined && ofGas > 0n)
    return toShare((route.gasInTokenOut * cost) / ofGas, route.amountOut)
  if (usd.native === undefined || usd.sell === undefined) return undefined
  const sold = Number(request.sellAmount) / 10 ** sell.decimals
  return Math.round((1e6 * ((Number(cost) / 1e18) * usd.native)) / (sold * usd.sell))
}

const toShare = (cost: bigint, value: bigint): number =>
  value === 0n ? Number.POSITIVE_INFINITY : Number((cost * million) / value)
