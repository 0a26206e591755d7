/** The options that `quote` and `swap` share, and their conversion to a request. */

import type { Context } from '#cli/context'
import type { Input } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { parseAmount, parseRawAmount, resolveAmount } from '#cli/parse/amount'
import { choiceParser, integerParser, parseText } from '#cli/parse/plain'
import { parseRecipient } from '#cli/parse/recipient'
import { parseSlippageOrAuto } from '#cli/parse/slippage'
import { parseTokenWord } from '#cli/parse/token-word'
import { resolveRecipient } from '#cli/request/recipients'
import { chooseAccount, chooseOwner, findAccount } from '#cli/talk/choose-account'
import { fail, isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import { type AnyQuoteRequest, defaultLimits, placeholderSender, requestLimits } from '#domain/quotes/quote'
import type { Objective } from '#domain/quotes/route'
import { requireEntry, requireReadable } from '#domain/require-entry'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, type Ppm, parseFraction, wei } from '#domain/units'

/** A gas price in gwei. @throws `VALIDATION_FAILED` unless plain digits with at most nine decimals. */
export const parseGwei = (text: string): bigint => {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (match === null) throw fail('VALIDATION_FAILED', { reason: `"${text}" is not a gas price in gwei` })
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(9, '0')}`)
}

const parseAim = choiceParser(['net', 'output', 'gas'])
/** @throws `VALIDATION_FAILED` above the largest fee, `INVALID_FRACTION`. */
const parseAffiliateFee = (text: string): Ppm => {
  const fee = parseFraction(text)
  if (fee > requestLimits.affiliateFeePpm)
    throw fail('VALIDATION_FAILED', { reason: `"${text}" is not between 0 and ${requestLimits.affiliateFeePpm / 1e6}` })
  return fee
}

/** A route's objective, as a word. @throws `VALIDATION_FAILED` with the words. */
const parseObjective = Object.assign(
  (text: string): Objective => {
    const word = parseAim(text)
    return word === 'net' ? 'netOutput' : word
  },
  { choices: parseAim.choices },
)

export const quoteOptions = {
  slippage: {
    flag: '--slippage <limit>',
    about: 'allowed loss: 0.5%, 50bps, 0.005, or auto: by the last moves',
    parse: parseSlippageOrAuto,
  },
  rawAmount: { flag: '--raw-amount', about: 'the amount is in the smallest unit' },
  fromAddress: {
    flag: '--from-address <address>',
    about: 'sender; default: the account',
    parse: parseAddress,
  },
  toAddress: {
    flag: '--to-address <who>',
    about: 'recipient: an address or a contact; default: the sender',
    parse: parseRecipient,
  },
  recipient: { flag: '--recipient <who>', about: 'the same as --to-address', parse: parseRecipient },
  affiliate: {
    flag: '--affiliate <address>',
    about: 'recipient of the affiliate fee, in the token you sell',
    parse: parseAddress,
  },
  affiliateFee: {
    flag: '--affiliate-fee <part>',
    about: 'affiliate fee as a fraction, 0 to 0.1',
    parse: parseAffiliateFee,
  },
  maxHops: {
    flag: '--max-hops <n>',
    about: 'maximum pools in a row',
    parse: integerParser(1, requestLimits.maxHops),
    fallback: String(defaultLimits.maxHops),
  },
  maxSplits: {
    flag: '--max-splits <n>',
    about: 'maximum parallel paths',
    parse: integerParser(1, requestLimits.maxSplits),
    fallback: String(defaultLimits.maxSplits),
  },
  maxLegs: {
    flag: '--max-legs <n>',
    about: 'maximum pools used',
    parse: integerParser(1, requestLimits.maxLegs),
    fallback: String(defaultLimits.maxLegs),
  },
  optimizeFor: {
    flag: '--optimize-for <aim>',
    about: 'best output net of gas, best output, or least gas: net, output, gas',
    parse: parseObjective,
    fallback: 'net',
  },
  thorough: {
    flag: '--thorough',
    about: 'search longer, up to some seconds, for what little there may be left to gain',
  },
  exactOut: { flag: '--exact-out', about: 'the amount is what to buy; sell as little as possible' },
  include: { flag: '--include <source>', about: 'only this venue or pool; repeatable', parse: parseText, repeat: true },
  exclude: { flag: '--exclude <source>', about: 'not this venue or pool; repeatable', parse: parseText, repeat: true },
  gasPrice: { flag: '--gas-price <gwei>', about: 'compare routes and pay at this gas price', parse: parseGwei },
  toNetwork: {
    flag: '--to-network <name>',
    about: 'buy on another network, over a bridge',
    parse: parseText,
    completes: 'network',
  },
  bridge: {
    flag: '--bridge <name>',
    about: 'with --to-network: only this bridge; repeatable',
    parse: parseText,
    repeat: true,
  },
  gasless: { flag: '--gasless', about: 'let a service’s relayer pay the gas, for a fee in the token you sell' },
  allowUnlisted: { flag: '--allow-unlisted', about: 'accept unlisted tokens, by address' },
} as const

export const tradeArguments = {
  amount: { about: 'how much to sell: 1.5, raw:1500000, 50% or max', parse: parseText, ask: 'How much to sell?' },
  sell: { about: 'token to sell: symbol, address or both as SYM@0x…', parse: parseTokenWord, ask: 'Sell which token?' },
  buy: { about: 'token to buy', parse: parseTokenWord, ask: 'Buy which token?' },
} as const

export type QuoteInput = Input<Record<never, never>, typeof quoteOptions>

/** What to trade, before names are resolved to tokens. */
export interface TradeInput {
  readonly amount: string
  readonly sell: string
  readonly buy: string
}

/**
 * The request behind a command's words.
 * @param sender `needed` to swap; a quote needs no account: without one, or with several of which none is chosen, it
 *   has placeholder parties, unless the amount is a share of what the account holds
 * @throws what the parsers, the token book and the account book throw
 */
export async function buildQuoteRequest(
  context: Context,
  wanted: TradeInput,
  input: QuoteInput,
  sender: 'needed' | 'optional' = 'optional',
): Promise<AnyQuoteRequest> {
  refuseOptions(input)
  const spec = input.rawAmount ? parseRawAmount(wanted.amount) : parseAmount(wanted.amount)
  const network = await requireTradable(context)
  const [sell, buy] = await resolveTokens(context, network, wanted, input.allowUnlisted)
  const isShare = spec.kind === 'share' || spec.kind === 'max'
  const from = input.fromAddress ?? (await resolveSender(context, sender, isShare && !input.exactOut))
  const terms = {
    network: network.name,
    sell: sell.address,
    buy: buy.address,
    slippage: typeof input.slippage === 'number' ? input.slippage : context.settings.get('trade.slippagePpm'),
    from,
    to: (await resolveRecipient(context, input)) ?? from,
    affiliate: parseAffiliate(input),
    maxHops: input.maxHops,
    maxSplits: input.maxSplits,
    maxLegs: input.maxLegs,
    include: input.include.map(normalizeSource),
    exclude: input.exclude.map(normalizeSource),
    gasPrice: input.gasPrice === undefined ? undefined : wei(input.gasPrice),
    optimizeFor: input.optimizeFor,
    ...(input.thorough ? { effort: 'thorough' as const } : {}),
    ...(input.gasless ? { gasless: true as const } : {}),
  }
  const question = input.exactOut
    ? { ...terms, buyAmount: await resolveAmount(spec, buy, rejectShare) }
    : { ...terms, sellAmount: await resolveAmount(spec, sell, () => readSpendable(context, network, from, sell)) }
  if (input.slippage !== 'auto') return question
  const measured = await context.out.withSpinner('Looking at the last moves', context.measureMoves(question))
  const { maxSlippage = context.settings.get('trade.maxSlippagePpm') } = input as { readonly maxSlippage?: Ppm }
  if (measured.slippage > maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', { slippage: percentOf(measured.slippage), limit: percentOf(maxSlippage) })
  return { ...question, ...measured }
}

/** What belongs to `--to-network` is read apart. @throws `USAGE` */
function refuseOptions({ toNetwork, bridge, gasless, thorough, gasPrice }: QuoteInput): void {
  if (toNetwork !== undefined || bridge.length > 0)
    throw fail('USAGE', {
      reason: 'Only quote and swap go to another network, and --bridge belongs to --to-network.',
      fix: 'leave out --to-network and --bridge',
    })
  if (gasless && thorough)
    throw fail('USAGE', { reason: 'A service decides itself how long it searches.', fix: 'leave out --thorough' })
  if (gasless && gasPrice !== undefined)
    throw fail('USAGE', {
      reason: 'The relayer pays for gas, at the price of the chain.',
      fix: 'leave out --gas-price',
    })
}

const percentOf = (share: Ppm): string => `${share / 10_000}%`

/** A share and `max` refer to the account's balance, which says nothing about the amount to buy. */
const rejectShare = async (): Promise<Amount> => {
  throw fail('USAGE', {
    reason: 'A share and max refer to the token you sell; with --exact-out the amount is of the token you buy.',
    fix: 'write the amount to buy: swapline quote 1000 ETH USDC --exact-out',
  })
}

/** @throws `NETWORK_NOT_SUPPORTED` */
export async function requireTradable(context: Context): Promise<Network> {
  return requireEntry(await context.resolveNetwork())
}

/** @throws `NETWORK_NOT_SUPPORTED` */
export async function requireReadableNetwork(context: Context): Promise<Network> {
  return requireReadable(await context.resolveNetwork())
}

async function resolveTokens(
  context: Context,
  network: Network,
  wanted: TradeInput,
  allowUnlisted: boolean,
): Promise<readonly [Token, Token]> {
  const book = await context.tokens()
  const sell = await withSide('from', book.resolve(network.name, wanted.sell, allowUnlisted))
  return [sell, await withSide('to', book.resolve(network.name, wanted.buy, allowUnlisted))]
}

/** States which of the two tokens was not found, as the HTTP API does. */
export async function withSide(side: 'from' | 'to', token: Promise<Token>): Promise<Token> {
  try {
    return await token
  } catch (error) {
    if (isFailure(error, 'TOKEN_NOT_FOUND')) throw fail('TOKEN_NOT_FOUND', { ...error.details, side }, error.context)
    throw error
  }
}

/** Venues are lower-case words, pools are addresses. */
const normalizeSource = (text: string): string => text.toLowerCase()

/** @param isShare the amount is a share of what the sender holds */
export async function resolveSender(
  context: Context,
  sender: 'needed' | 'optional',
  isShare: boolean,
): Promise<Address> {
  if (sender === 'needed') return (await chooseAccount(context)).address
  if (isShare) return chooseOwner(context, undefined, '--from-address')
  return (await findAccount(context))?.address ?? placeholderSender
}

export async function readSpendable(context: Context, network: Network, owner: Address, token: Token): Promise<Amount> {
  if (owner === placeholderSender) throw fail('NO_ACCOUNT', {})
  return amount(await (await context.trader()).getSpendable(network.name, owner, token))
}

function parseAffiliate({ affiliate, affiliateFee }: QuoteInput): { address: Address; fee: Ppm } | undefined {
  if (affiliate === undefined && affiliateFee === undefined) return undefined
  if (affiliate !== undefined && affiliateFee !== undefined) return { address: affiliate, fee: affiliateFee }
  throw fail('USAGE', { reason: '--affiliate and --affiliate-fee belong together.' })
}
