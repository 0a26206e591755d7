import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { createPicture } from '#cli/screens/drawings/picture'
import { routeLines, routeSize } from '#cli/screens/drawings/route-lines'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { formatBlock } from '#cli/screens/layout/block'
import {
  amountLine,
  clockText,
  differenceText,
  groupDigits,
  percentText,
  shortUnitsText,
} from '#cli/screens/layout/text'
import { optimalityLines } from '#cli/screens/optimality'
import { swapCommand } from '#cli/screens/swap-command'
import { ratesOf } from '#cli/views/quote'
import { formatUsd } from '#domain/api/plain'
import { deployCommand, type Quote } from '#domain/quotes/quote'
import { nativeToken } from '#domain/units'
import { findNetwork } from '#networks/find'
import { shortAddress } from '#text/checksum'

/** A quote for people: input and output, cost, route, what to do next. */
export function quoteLines(quote: Quote, screen: Screen): readonly string[] {
  const { paint } = screen
  const picture = createPicture(quote.route, quote, createTokenLookup(quote))
  const id = quote.id.slice(0, 8)
  const at = `block ${groupDigits(String(quote.block.number))}`
  return [
    ...formatBlock(
      [
        ...wantedRow(quote),
        [['Sell', amountLine(quote.request.sellAmount, quote.sell) + dollarsText(quote, 'sell')]],
        [
          [
            'Buy',
            amountLine(quote.route.amountOut, quote.buy) + dollarsText(quote, 'buy') + listingText(quote, screen),
          ],
        ],
        [['At least', `${amountLine(quote.minimumOut, quote.buy)}  (slippage ${percentText(quote.request.slippage)})`]],
        [['Rate', rateText(quote)]],
        [
          ['Impact', impactText(quote, screen)],
          ['Gas', gasText(quote)],
          ['Affiliate', affiliateText(quote)],
        ],
      ],
      9,
    ),
    '',
    `  Route    ${routeSize(picture)} · ${at} · ${quote.poolsSeen} pools looked at`,
    ...routeLines(picture, screen),
    ...gainLines(quote, screen),
    ...optimalityLines(quote, screen),
    '',
    ...formatBlock(
      [
        [['Quote', `${id}   ${useText(quote, screen)}`]],
        [['Next', paint.next(quote.priceOnly ? deployCommand(quote.request.network) : swapCommand(quote))]],
      ],
      9,
    ),
  ]
}

const useText = ({ priceOnly, expiresAt, createdAt }: Quote, { paint }: Screen): string =>
  priceOnly ? paint.warn('no router here: price only') : `valid ${clockText(expiresAt - createdAt)}, one use`

const wantedRow = ({ request: { buyAmount }, buy }: Quote) =>
  buyAmount === undefined ? [] : [[['Wanted', amountLine(buyAmount, buy)] as const]]

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

function impactText({ priceImpact }: Quote, { paint }: Screen): string {
  if (priceImpact === undefined) return 'unknown'
  const text = percentText(priceImpact)
  if (priceImpact > 30_000) return paint.bad(`${text}  too high`)
  return priceImpact > 10_000 ? paint.warn(`${text}  high`) : paint.good(`${text}  ok`)
}

function gasText({ route, gasPrice, request, usd }: Quote): string {
  const native = findNetwork(request.network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const cost = formatUsd(route.gas * gasPrice, native.decimals, usd.native)
  const coins = `${shortUnitsText(route.gas * gasPrice, native, 3)} ${native.symbol}`
  return `${groupDigits(String(route.gas))} ≈ ${coins}${cost === undefined ? '' : ` ≈ $${centsText(cost)}`}`
}

const affiliateText = ({ affiliateFee, sell }: Quote): string =>
  affiliateFee === 0n ? 'none' : amountLine(affiliateFee, sell)

function gainLines({ route, buy }: Quote, { paint }: Screen): readonly string[] {
  const { bestSinglePool, amountOut } = route
  if (bestSinglePool === undefined || amountOut <= bestSinglePool) return []
  const gain = `${shortUnitsText(amountOut - bestSinglePool, buy)} ${sanitizeSymbol(buy.symbol)}`
  return [`  Beats the best single pool by ${paint.good(`${gain} (${differenceText(amountOut, bestSinglePool)})`)}`]
}
