/** Quotes and routes as rows of CSV: amounts in whole tokens without separators, addresses in full. */

import { quoteView } from '#cli/views/quote/quote'
import { formatTime } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import type { Quote } from '#domain/quotes/quote'
import { splitProportionally } from '#domain/quotes/split-proportionally'
import { checksum } from '#text/checksum'

type Table = readonly (readonly string[])[]

/** One row for the quote. */
export function quoteTable(quote: Quote): Table {
  const { request, route, sell, buy } = quote
  const { rate, priceImpactBps } = quoteView(quote, 'valid')
  const cells = [
    ['id', quote.id],
    ['created_at', formatTime(quote.createdAt)],
    ['expires_at', formatTime(quote.expiresAt)],
    ['network', request.network],
    ['block', String(quote.block.number)],
    ['sell', formatDecimal(request.sellAmount, sell.decimals)],
    ['sell_token', sell.symbol],
    ['sell_address', checksum(sell.address)],
    ['buy', formatDecimal(route.amountOut, buy.decimals)],
    ['buy_token', buy.symbol],
    ['buy_address', checksum(buy.address)],
    ['min_buy', formatDecimal(quote.minimumOut, buy.decimals)],
    ['slippage_ppm', String(request.slippage)],
    ['buy_per_sell', rate.buyPerSell],
    ['impact_bps', priceImpactBps === null ? '' : String(priceImpactBps)],
    ['gas', String(route.gas)],
    ['gas_limit', String(quote.gasLimit)],
    ['gas_price_wei', String(quote.gasPrice)],
    ['paths', String(route.paths.length)],
  ] as const
  return [cells.map(([title]) => title), cells.map(([, cell]) => cell)]
}

/** A row for each pool that a path goes through. Amounts of the tokens between are in their smallest unit. */
export function distributionTable({ id, route }: Pick<Quote, 'id' | 'route'>): Table {
  const amounts = route.paths.map(({ amountIn }) => amountIn)
  const shares = splitProportionally(amounts, 10_000)
  const header = [
    'quote',
    'path',
    'share_bps',
    'hop',
    'venue',
    'pool',
    'fee_ppm',
    'token_in',
    'token_out',
    'raw_in',
    'raw_out',
  ]
  const rows = route.paths.flatMap(({ hops }, i) =>
    hops.map(({ pool, tokenIn, tokenOut, amountIn, amountOut }, j) => [
      id,
      String(i + 1),
      String(shares[i] ?? 0),
      String(j + 1),
      pool.venue.name,
      checksum(pool.address),
      String(pool.feePpm),
      checksum(tokenIn),
      checksum(tokenOut),
      String(amountIn),
      String(amountOut),
    ]),
  )
  return [header, ...rows]
}
