import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { type BlockEntry, formatBlock } from '#cli/screens/layout/block'
import { amountLine, percentText } from '#cli/screens/layout/text'
import { gasCostText } from '#cli/screens/trade/agreement'
import { failureCommand } from '#cli/views/crossing/quote'
import { formatTime } from '#domain/api/plain'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Quote } from '#domain/quotes/quote'
import { shortAddress } from '#text/checksum'

const nameWidth = 11

/** A quote to another network: both swaps, the bridge between them, and what it ends in if one of them fails. */
export function crossQuoteLines(
  quote: CrossQuote,
  screen: Screen,
  { hasNext = true }: { readonly hasNext?: boolean } = {},
): readonly string[] {
  const { request, sell, buy, bridge } = quote
  const id = quote.id.slice(0, 8)
  const block = (rows: readonly (readonly BlockEntry[])[]) => formatBlock(rows, nameWidth, screen)
  const next: readonly (readonly BlockEntry[])[] = [
    [['Quote', `${id}   valid until ${formatTime(quote.expiresAt).slice(11, 19)} UTC`]],
    ...(quote.priceOnly ? [] : [[['Next', screen.paint.next(`swapline swap ${id} -n ${request.network}`)] as const]]),
  ]
  return [
    ...block([
      [['Sell', `${amountLine(request.sellAmount, sell)} on ${request.network}`]],
      [['Buy', `${amountLine(quote.amountOut, buy)} on ${request.toNetwork}`]],
      [['At least', `${amountLine(quote.minimumOut, buy)}  (slippage ${percentText(request.slippage)})`]],
      [['Swap here', legText(quote.legIn)]],
      [['Bridge', bridgeText(quote)]],
      ...messageRows(quote),
      [['', `it pays ${amountLine(bridge.paid, bridge.toAsset)}`]],
      [['Swap there', legText(quote.legOut)]],
    ]),
    '',
    ...block(failureRows(quote)),
    ...(hasNext ? ['', ...block(next)] : []),
  ]
}

const legText = (leg: Quote | undefined): string =>
  leg === undefined
    ? 'none'
    : `${amountLine(leg.request.sellAmount, leg.sell)} → ${amountLine(leg.route.amountOut, leg.buy)}, impact ${leg.priceImpact === undefined ? 'unknown' : percentText(leg.priceImpact)}`

const bridgeText = ({ bridge }: CrossQuote): string =>
  `${bridge.title}, for ${percentText(bridge.fee.rate)} and ${amountLine(bridge.fee.fixed, bridge.toAsset)}`

/** What is paid in native currency besides; none for a bridge that sends no message. */
const messageRows = ({ bridge, request, usd }: CrossQuote): readonly (readonly BlockEntry[])[] =>
  bridge.value === 0n ? [] : [[['', `and ${gasCostText(bridge.value, usd.native, request.network)} for its message`]]]

const failureTitles: Readonly<Record<CrossQuote['onFailure'][number]['failure'], string>> = {
  nobody_pays: 'If unpaid',
  nobody_completes: 'If pending',
  swap_fails: 'If unsold',
}

/** For each failure: which token, where, whose, from when, and the one command. */
export function failureRows(quote: CrossQuote): readonly (readonly BlockEntry[])[] {
  const { bridge } = quote
  return quote.onFailure.flatMap((one) => {
    const token =
      one.asset === bridge.asset.address && one.network === bridge.asset.network ? bridge.asset : bridge.toAsset
    const what = `${sanitizeSymbol(token.symbol)} on ${one.network} for ${shortAddress(one.owner)}`
    const when = one.from === 0 ? 'at once' : `from ${formatTime(one.from).slice(0, 19).replace('T', ' ')} UTC on`
    const how = one.isAutomatic ? 'by itself' : 'by the command'
    return [[[failureTitles[one.failure], `${what}, ${when}, ${how}`]], [['', failureCommand(quote, one)]]] as const
  })
}
