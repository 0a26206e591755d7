import type { Context } from '#cli/context'
import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Intent } from '#domain/journal/swap'

/**
 * What an intent without a signed trade was to trade, as it was typed: `100 USDC → DAI`, with listed tokens by their
 * symbols. `undefined` if a trade is signed, or if nothing typed is recorded.
 */
export async function describeRequest(
  context: Pick<Context, 'tokens'>,
  { trade, request, network }: Intent,
): Promise<string | undefined> {
  if (trade !== undefined || request === undefined) return undefined
  const { quote, amount, side, sell, buy } = request
  if (quote !== undefined) return `quote ${sanitize(quote).slice(0, 8)}`
  if (amount === undefined || sell === undefined || buy === undefined) return undefined
  const book = await context.tokens()
  const stated = book.list(network)
  const isStated = (word: string): boolean => stated.some(({ address }) => address === word)
  const listed = isStated(sell) && isStated(buy) ? stated : await book.listAll(network)
  const nameOf = (word: string): string =>
    sanitizeSymbol(listed.find(({ address }) => address === word)?.symbol ?? word.toUpperCase())
  const exact = sanitize(amount)
  return side === 'buy' ? `${nameOf(sell)} → ${exact} ${nameOf(buy)}` : `${exact} ${nameOf(sell)} → ${nameOf(buy)}`
}
