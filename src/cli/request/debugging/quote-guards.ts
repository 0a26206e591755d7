import { sanitizeSymbol } from '#cli/out/safe-text'
import { computeGasShare, type DangerLimits, gasShareText } from '#cli/request/quote-dangers'
import { amountLine, percentText, upperUnitsText } from '#cli/screens/layout/text'
import type { Quote } from '#domain/quotes/quote'
import { type Amount, nativeToken, type Ppm, ppm } from '#domain/units'

export const guardIds = [
  'slippage',
  'minimum',
  'impact',
  'gas',
  'sandwich',
  'tokens',
  'router',
  'balance',
  'allowance',
] as const
export const guardLevels = ['ok', 'warn', 'block', 'unknown'] as const

/** What one check of a swap says of a quote. */
export interface QuoteGuard {
  readonly id: (typeof guardIds)[number]
  readonly level: (typeof guardLevels)[number]
  readonly value: string
  /** What it was compared with; `undefined` if with nothing. */
  readonly limit: string | undefined
}

export interface GuardLimits extends DangerLimits {
  readonly maxSlippage: Ppm
}

/** Every check of a quote by the limits of this machine, also those that say nothing. */
export function listQuoteGuards(quote: Quote, limits: GuardLimits): readonly QuoteGuard[] {
  const { request, buy, minimumOut, maxSandwich, sell, priceOnly } = quote
  return [
    {
      id: 'slippage',
      level: request.slippage > limits.maxSlippage ? 'block' : 'ok',
      value: percentText(request.slippage),
      limit: percentText(limits.maxSlippage),
    },
    { id: 'minimum', level: 'ok', value: amountLine(minimumOut, buy), limit: undefined },
    impactGuard(quote, limits),
    gasGuard(quote, limits),
    {
      id: 'sandwich',
      level: maxSandwich === undefined ? 'unknown' : 'ok',
      value:
        maxSandwich === undefined
          ? 'not computed'
          : `${upperUnitsText(maxSandwich, sell)} ${sanitizeSymbol(sell.symbol)} at most`,
      limit: undefined,
    },
    tokensGuard(quote),
    {
      id: 'router',
      level: priceOnly ? 'block' : 'ok',
      value: priceOnly ? 'not deployed' : 'deployed',
      limit: undefined,
    },
    ...holdingsGuards(quote),
  ]
}

/**
 * Of the best route for what a transaction of another machine sold: its slippage and sandwich are of a quote that only
 * that machine has, and its minimum is the one that was sent.
 */
export const listSwapGuards = (quote: Quote, limits: GuardLimits, minimumOut: Amount): readonly QuoteGuard[] =>
  listQuoteGuards({ ...quote, minimumOut }, limits).filter(({ id }) => id !== 'slippage' && id !== 'sandwich')

function impactGuard({ priceImpact }: Quote, { warnImpact, maxImpact }: GuardLimits): QuoteGuard {
  const limit = percentText(maxImpact)
  if (priceImpact === undefined) return { id: 'impact', level: 'unknown', value: 'unknown', limit }
  const level = priceImpact > maxImpact ? 'block' : priceImpact > warnImpact ? 'warn' : 'ok'
  return { id: 'impact', level, value: percentText(priceImpact), limit }
}

function gasGuard(quote: Quote, { warnGas }: GuardLimits): QuoteGuard {
  const share = computeGasShare(quote)
  const limit = percentText(warnGas)
  if (share === undefined) return { id: 'gas', level: 'unknown', value: 'no pool prices it', limit }
  const value = share < 20_000 ? `${percentText(ppm(share))} of the trade` : `${gasShareText(share)} the trade`
  return { id: 'gas', level: share < warnGas ? 'ok' : 'warn', value, limit }
}

function tokensGuard({ sell, buy }: Quote): QuoteGuard {
  const unlisted = [sell, buy].filter(({ listed, address }) => !listed && address !== nativeToken)
  const names = unlisted.map(({ symbol }) => sanitizeSymbol(symbol)).join(', ')
  return unlisted.length === 0
    ? { id: 'tokens', level: 'ok', value: 'both listed', limit: undefined }
    : { id: 'tokens', level: 'warn', value: `not in the list: ${names}`, limit: undefined }
}

function holdingsGuards({ issues, sell }: Quote): readonly QuoteGuard[] {
  return (['balance', 'allowance'] as const).map((id) => {
    if (issues === undefined) return { id, level: 'unknown', value: 'of no account', limit: undefined }
    const short = issues[id]
    if (short === undefined) return { id, level: 'ok', value: 'enough', limit: undefined }
    return { id, level: 'block', value: amountLine(short.actual, sell), limit: amountLine(short.required, sell) }
  })
}
