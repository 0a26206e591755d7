/** What `quote` and `swap` ask alike, and how it becomes a request. */
import { chooseAccount } from '#cli/choose-account'
import type { Context } from '#cli/context'
import type { Input } from '#cli/define-command'
import { address } from '#cli/parse/address'
import { amountText, rawAmount, toRaw } from '#cli/parse/amount'
import { choice, plainText, wholeNumber } from '#cli/parse/plain'
import { slippage } from '#cli/parse/slippage'
import { tokenWord } from '#cli/parse/token-word'
import { fail, isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import { deadSender, limits, type QuoteQuestion, usual } from '#domain/quote'
import type { Objective } from '#domain/route'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, fraction, type Ppm, wei } from '#domain/units'

/** A price of gas as people write it. @throws `VALIDATION_FAILED` unless plain digits with at most nine decimals. */
export const gwei = (text: string): bigint => {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (match === null) throw fail('VALIDATION_FAILED', { reason: `"${text}" is not a gas price in gwei` })
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(9, '0')}`)
}

/** What a route is to make most of, as people say it. @throws `VALIDATION_FAILED` with the words. */
const aim = (text: string): Objective => {
  const word = choice(['net', 'output', 'gas'])(text)
  return word === 'net' ? 'netOutput' : word
}

export const quoteOptions = {
  slippage: { flag: '--slippage <limit>', about: 'allowed loss: 0.5%, 50bps or 0.005', parse: slippage },
  rawAmount: { flag: '--raw-amount', about: 'the amount is in the smallest unit' },
  fromAddress: { flag: '--from-address <address>', about: 'who will send it; default: the account', parse: address },
  toAddress: { flag: '--to-address <address>', about: 'who receives it; default: the sender', parse: address },
  recipient: { flag: '--recipient <address>', about: 'the same as --to-address', parse: address },
  affiliate: { flag: '--affiliate <address>', about: 'who gets a part of the sold token', parse: address },
  affiliateFee: { flag: '--affiliate-fee <part>', about: 'that part as a fraction, 0 to 0.1', parse: fraction },
  maxHops: {
    flag: '--max-hops <n>',
    about: 'pools in a row at most',
    parse: wholeNumber(1, limits.maxHops),
    fallback: String(usual.maxHops),
  },
  maxSplits: {
    flag: '--max-splits <n>',
    about: 'parallel paths at most',
    parse: wholeNumber(1, limits.maxSplits),
    fallback: String(usual.maxSplits),
  },
  maxLegs: {
    flag: '--max-legs <n>',
    about: 'pools used at most',
    parse: wholeNumber(1, limits.maxLegs),
    fallback: String(usual.maxLegs),
  },
  optimizeFor: {
    flag: '--optimize-for <aim>',
    about: 'most net of gas, most output, or least gas: net, output, gas',
    parse: aim,
    fallback: 'net',
  },
  exactOut: { flag: '--exact-out', about: 'the amount is what to buy; sell as little as that takes' },
  include: { flag: '--include <source>', about: 'only this venue or pool; repeat it', parse: plainText, repeat: true },
  exclude: { flag: '--exclude <source>', about: 'not this venue or pool; repeat it', parse: plainText, repeat: true },
  gasPrice: { flag: '--gas-price <gwei>', about: 'weigh routes and pay at this price', parse: gwei },
  toNetwork: { flag: '--to-network <name>', about: 'buy on another network (not available yet)', parse: plainText },
  gasless: { flag: '--gasless', about: 'let a relayer pay the gas (not available yet)' },
  allowUnlisted: { flag: '--allow-unlisted', about: 'take tokens that stand in no list, by address' },
} as const

export const tradeArguments = {
  amount: { about: 'how much to sell: 1.5, raw:1500000, 50% or max', parse: plainText, ask: 'How much to sell?' },
  sell: { about: 'token to sell: symbol, address or both as SYM@0x…', parse: tokenWord, ask: 'Sell which token?' },
  buy: { about: 'token to buy', parse: tokenWord, ask: 'Buy which token?' },
} as const

export type QuoteInput = Input<Record<never, never>, typeof quoteOptions>

/** What to trade, before names became tokens. */
export interface Wanted {
  readonly amount: string
  readonly sell: string
  readonly buy: string
}

/**
 * The request behind a command's words. A quote needs no account: without one it is made for nobody.
 * @throws what the parsers, the token book and the account book throw
 */
export async function quoteRequest(context: Context, wanted: Wanted, input: QuoteInput): Promise<QuoteQuestion> {
  if (input.gasless) throw fail('GASLESS_NOT_AVAILABLE', {})
  if (input.toNetwork !== undefined) throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  const spec = input.rawAmount ? rawAmount(wanted.amount) : amountText(wanted.amount)
  const network = await tradable(context)
  const [sell, buy] = await bothTokens(context, network, wanted, input.allowUnlisted)
  const from = input.fromAddress ?? (await senderOf(context))
  const terms = {
    network: network.name,
    sell: sell.address,
    buy: buy.address,
    slippage: input.slippage ?? context.settings.get('trade.slippagePpm'),
    from,
    to: input.toAddress ?? input.recipient ?? from,
    affiliate: affiliateOf(input),
    maxHops: input.maxHops,
    maxSplits: input.maxSplits,
    maxLegs: input.maxLegs,
    include: input.include.map(sourceName),
    exclude: input.exclude.map(sourceName),
    gasPrice: input.gasPrice === undefined ? undefined : wei(input.gasPrice),
    optimizeFor: input.optimizeFor,
  }
  if (input.exactOut) return { ...terms, buyAmount: await toRaw(spec, buy, notHeld) }
  return { ...terms, sellAmount: await toRaw(spec, sell, () => spendable(context, network, from, sell)) }
}

/** A share and `max` are of what the account holds, which is nothing to go by for what it wants. */
const notHeld = async (): Promise<Amount> => {
  throw fail('USAGE', {
    reason: 'A share and max are parts of what is sold; with --exact-out the amount is bought.',
    fix: 'write the amount to buy: swapline quote 1000 ETH USDC --exact-out',
  })
}

/** @throws `NETWORK_NOT_SUPPORTED` for a network that is known by name only. */
export async function tradable(context: Context): Promise<Network> {
  const { entry, name } = await context.network()
  if (entry === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name })
  return entry
}

async function bothTokens(
  context: Context,
  network: Network,
  wanted: Wanted,
  allowUnlisted: boolean,
): Promise<readonly [Token, Token]> {
  const book = await context.tokens()
  const sell = await onSide('from', book.resolve(network.name, wanted.sell, allowUnlisted))
  return [sell, await onSide('to', book.resolve(network.name, wanted.buy, allowUnlisted))]
}

/** Which of the two tokens was not found, as the HTTP API tells them apart. */
async function onSide(side: 'from' | 'to', token: Promise<Token>): Promise<Token> {
  try {
    return await token
  } catch (error) {
    if (isFailure(error, 'TOKEN_NOT_FOUND')) throw fail('TOKEN_NOT_FOUND', { ...error.details, side }, error.context)
    throw error
  }
}

/** Venues are lower-case words, pools are addresses. */
const sourceName = (text: string): string => text.toLowerCase()

async function senderOf(context: Context): Promise<Address> {
  try {
    return (await chooseAccount(context)).address
  } catch (error) {
    const nobody = isFailure(error, 'NO_ACCOUNT') || isFailure(error, 'ACCOUNT_NOT_CHOSEN')
    if (nobody) return deadSender
    throw error
  }
}

async function spendable(context: Context, network: Network, owner: Address, token: Token): Promise<Amount> {
  if (owner === deadSender) throw fail('NO_ACCOUNT', {})
  return amount(await (await context.trader()).spendable(network.name, owner, token))
}

function affiliateOf({ affiliate, affiliateFee }: QuoteInput): { address: Address; fee: Ppm } | undefined {
  if (affiliate === undefined && affiliateFee === undefined) return undefined
  if (affiliate !== undefined && affiliateFee !== undefined) return { address: affiliate, fee: affiliateFee }
  throw fail('USAGE', { reason: '--affiliate and --affiliate-fee belong together.' })
}
