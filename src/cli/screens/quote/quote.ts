import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import {
  computeGasShare,
  type DangerLimits,
  defaultDangerLimits,
  findQuoteDangers,
  gasShareText,
} from '#cli/request/quote-dangers'
import { createPicture } from '#cli/screens/drawings/picture'
import { routeLines, routeSize } from '#cli/screens/drawings/route-lines'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { type BlockEntry, formatBlock } from '#cli/screens/layout/block'
import {
  amountLine,
  clockText,
  differenceText,
  groupDigits,
  percentText,
  shortUnitsText,
  upperUnitsText,
} from '#cli/screens/layout/text'
import { optimalityLines } from '#cli/screens/quote/optimality'
import { swapCommand } from '#cli/screens/trade/swap-command'
import { ratesOf } from '#cli/views/quote/quote'
import { formatUsd } from '#domain/api/plain'
import { deployCommand, getExpectedCost, isFromService, type Quote } from '#domain/quotes/quote'
import { nativeToken } from '#domain/units'
import { findNetwork } from '#networks/find'
import { shortAddress } from '#text/checksum'

/** Columns of the names. */
const nameWidth = 11

export interface QuoteLinesOptions {
  readonly limits?: DangerLimits
  /** What to do next is left out if a question follows. */
  readonly hasNext?: boolean
  /** False for one that is only looked at: it is in no store. */
  readonly isUsable?: boolean
}

/** A quote for people: input and output, cost, route, what to do next; a dangerous one never says just to swap. */
export function quoteLines(
  quote: Quote,
  screen: Screen,
  { limits = defaultDangerLimits, hasNext = true, isUsable = true }: QuoteLinesOptions = {},
): readonly string[] {
  const picture = createPicture(quote.route, quote, createTokenLookup(quote))
  const id = quote.id.slice(0, 8)
  const next = hasNext ? nextRows(quote, screen, limits) : []
  const block = (rows: readonly (readonly BlockEntry[])[]) => formatBlock(rows, nameWidth, screen)
  return [
    ...block([
      ...amountRows(quote, screen),
      [['Rate', rateText(quote)]],
      [
        ['Impact', impactText(quote, screen, limits)],
        ['Gas', gasText(quote, screen, limits)],
      ],
      ...sandwichRows(quote),
      ...(quote.affiliateFee === 0n ? [] : [[['Affiliate', amountLine(quote.affiliateFee, quote.sell)] as const]]),
    ]),
    '',
    ...block([[['Route', describeRoute(quote, routeSize(picture))]]]),
    ...routeLines(picture, screen),
    ...gainLines(quote, screen),
    ...optimalityLines(quote, screen),
    ...(isUsable ? ['', ...block([[['Quote', `${id}   ${useText(quote, screen)}`]], ...next])] : []),
  ]
}

const describeRoute = ({ block, poolsSeen }: Quote, size: string): string =>
  `${size} · block ${groupDigits(String(block.number))} · ${poolsSeen} pools looked at`

/** With `--exact-out` the input is fixed and the output has a minimum, so the words say which of them is guaranteed. */
function amountRows(quote: Quote, screen: Screen): readonly (readonly BlockEntry[])[] {
  const { request, route, sell, buy, minimumOut } = quote
  const { buyAmount } = request
  const slippage = `slippage ${percentText(request.slippage)}${movesText(request)}`
  const sold = amountLine(request.sellAmount, sell) + dollarsText(quote, 'sell')
  const bought = amountLine(route.amountOut, buy) + dollarsText(quote, 'buy') + listingText(quote, screen)
  if (buyAmount === undefined)
    return [[['Sell', sold]], [['Buy', bought]], [['At least', `${amountLine(minimumOut, buy)}  (${slippage})`]]]
  return [
    [['Wanted', amountLine(buyAmount, buy)]],
    [['Sell', `${sold}  exactly this`]],
    [['Expect', bought]],
    [['At least', `${amountLine(minimumOut, buy)}  (wanted less ${slippage}; only this is guaranteed)`]],
  ]
}

function nextRows(quote: Quote, { paint }: Screen, limits: DangerLimits): readonly (readonly BlockEntry[])[] {
  if (quote.priceOnly) return [[['Next', paint.next(deployCommand(quote.request.network))]]]
  const dangers = findQuoteDangers(quote, limits)
  if (dangers.length === 0) return [[['Next', paint.next(swapCommand(quote))]]]
  return dangers.map(({ advice }, i) => [[i === 0 ? 'Next' : '', paint.warn(advice)]])
}

const useText = ({ priceOnly, expiresAt, createdAt }: Quote, { paint }: Screen): string =>
  priceOnly ? paint.warn('no router here: price only') : `valid ${clockText(expiresAt - createdAt)}, one use`

const listingText = ({ buy }: Quote, { paint }: Screen): string => {
  if (buy.address === nativeToken) return ''
  return `   ${buy.listed ? paint.good('listed ✔') : paint.warn('UNVERIFIED')}  ${shortAddress(buy.address)}`
}

function dollarsText({ usd, request, route, sell, buy }: Quote, side: 'sell' | 'buy'): string {
  const text =
    side === 'sell'
      ? formatUsd(request.sellAmount, sell.decimals, usd.sell)
      : formatUsd(route.amountOut, buy.decimals, usd.buy)
  return text === undefined ? '' : `  ≈ $${centsText(text)}`
}

const centsText = (text: string): string => groupDigits(Number(text).toFixed(2))

function rateText(quote: Quote): string {
  const { buyPerSell } = ratesOf(quote)
  const [whole = '', part = ''] = buyPerSell.split('.')
  const shown = part === '' ? whole : `${whole}.${part.slice(0, Math.max(6, part.search(/[1-9]/) + 6))}`
  return `1 ${sanitizeSymbol(quote.sell.symbol)} = ${groupDigits(shown)} ${sanitizeSymbol(quote.buy.symbol)}`
}

function impactText({ priceImpact }: Quote, { paint }: Screen, { warnImpact, maxImpact }: DangerLimits): string {
  if (priceImpact === undefined) return paint.warn('unknown')
  const text = percentText(priceImpact)
  if (priceImpact > maxImpact) return paint.bad(`${text}  too high`)
  return priceImpact > warnImpact ? paint.warn(`${text}  high`) : paint.good(`${text}  ok`)
}

function gasText(quote: Quote, { paint }: Screen, { warnGas }: DangerLimits): string {
  const { route, request, usd, l1Fee } = quote
  const wei = getExpectedCost(quote)
  const native = findNetwork(request.network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const dollars = formatUsd(wei, native.decimals, usd.native)
  const coins = `${shortUnitsText(wei, native, 3)} ${native.symbol}`
  const told = `${coins}${dollars === undefined ? '' : ` ≈ $${centsText(dollars)}`}`
  const cost = isFromService(quote)
    ? told
    : `${groupDigits(String(route.gas))}${l1Fee === undefined ? '' : ' and L1 fee'} ≈ ${told}`
  const share = computeGasShare(quote)
  return share === undefined || share < warnGas ? cost : `${cost}  ${paint.warn(`${gasShareText(share)} the trade`)}`
}

/** Rounded up: the attacker's gain is never more than what is shown. */
function sandwichRows({ maxSandwich, sell, usd }: Quote): readonly (readonly BlockEntry[])[] {
  if (maxSandwich === undefined) return []
  const dollars = formatUsd(maxSandwich, sell.decimals, usd.sell)
  const told = `${upperUnitsText(maxSandwich, sell)} ${sanitizeSymbol(sell.symbol)}`
  return [[['Sandwich', `could take ${told}${dollars === undefined ? '' : ` ≈ $${centsText(dollars)}`} at most`]]]
}

function gainLines({ route, buy }: Quote, { paint }: Screen): readonly string[] {
  const { bestSinglePool, amountOut } = route
  if (bestSinglePool === undefined || amountOut <= bestSinglePool) return []
  const gain = `${shortUnitsText(amountOut - bestSinglePool, buy)} ${sanitizeSymbol(buy.symbol)}`
  return [`  Beats the best single pool by ${paint.good(`${gain} (${differenceText(amountOut, bestSinglePool)})`)}`]
}

/** By what the slippage was chosen. */
const movesText = ({ moves }: Quote['request']): string =>
  moves === undefined ? '' : `: moved ${percentText(moves.moved)} in ${moves.seconds} s`
