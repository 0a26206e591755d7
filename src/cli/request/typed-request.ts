import type { Context } from '#cli/context'
import { type QuoteInput, requireTradable } from '#cli/request/quote-options'
import { resolveRecipient } from '#cli/request/recipients'
import { chooseAccount } from '#cli/talk/choose-account'
import type { TypedRequest } from '#domain/journal/swap'

/** The members of a swap's input that define the swap, not how it is sent or followed. */
interface TypedInput extends QuoteInput {
  readonly what: string
  readonly sell: string | undefined
  readonly buy: string | undefined
  readonly minOut: string | undefined
  readonly maxIn: string | undefined
  readonly trustRouter: string | undefined
}

/**
 * The request as typed, to which an `--id` is bound: `50%` stays `50%`, as it is another amount tomorrow. Listed tokens
 * are their addresses and `last` is the quote it names; no chain is read.
 */
export async function buildTypedRequest(context: Context, input: TypedInput): Promise<TypedRequest> {
  const { settings } = context
  const service = settings.get('service.url')
  const slippage = input.slippage ?? settings.get('trade.slippagePpm')
  const { affiliate, affiliateFee } = input
  const words: Record<string, string | undefined> = {
    account: (await chooseAccount(context)).address,
    ...(await typedSubject(context, input)),
    'min-out': input.minOut,
    'max-in': input.maxIn,
    affiliate: affiliate && `${affiliate} ${affiliateFee}`,
    service: service === 'local' ? undefined : new URL(service).host,
    router: input.trustRouter,
    ...(input.sell === undefined ? {} : { slippage: `${slippage} ppm`, to: await resolveRecipient(context, input) }),
  }
  const given = Object.entries(words).filter((one): one is [string, string] => one[1] !== undefined)
  return Object.fromEntries(given)
}

async function typedSubject(context: Context, input: TypedInput): Promise<Record<string, string>> {
  const { what, sell, buy } = input
  if (sell === undefined || buy === undefined) {
    const { quote } = await (await context.service()).getQuote(what)
    return { quote: quote.id }
  }
  const { name } = await requireTradable(context)
  const book = await context.tokens()
  const stated = book.list(name)
  const isStated = (word: string): boolean =>
    /^0x/i.test(word) || stated.some(({ symbol }) => symbol.toLowerCase() === word.toLowerCase())
  const listed = isStated(sell) && isStated(buy) ? stated : await book.listAll(name)
  const tokenOf = (word: string): string => {
    const symbol = word.toLowerCase()
    return listed.find((token) => token.symbol.toLowerCase() === symbol)?.address ?? symbol
  }
  const amount = `${input.rawAmount ? 'raw:' : ''}${what.trim().toLowerCase()}`
  return { network: name, amount, side: input.exactOut ? 'buy' : 'sell', sell: tokenOf(sell), buy: tokenOf(buy) }
}
