import type { Context } from '#cli/context'
import type { Input } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { unitsToRaw } from '#cli/parse/amount'
import { choiceParser, integerParser, parseDuration, parseText } from '#cli/parse/plain'
import { isIdPrefix } from '#cli/parse/reference'
import { parseRatio } from '#cli/parse/slippage'
import { parseSwapKey } from '#cli/parse/swap-key'
import { parseTokenWord } from '#cli/parse/token-word'
import { outOption } from '#cli/request/offline/out-option'
import { privateOptions, resolvePrivateChoice } from '#cli/request/private-choice'
import { buildQuoteRequest, parseGwei, quoteOptions, requireTradable } from '#cli/request/quote-options'
import { resolveQuoteId } from '#cli/request/resolve-quote-id'
import { buildTypedRequest } from '#cli/request/typed-request'
import { approvalModes } from '#cli/settings/table'
import { chooseAccount, findAccount } from '#cli/talk/choose-account'
import { fail } from '#domain/errors'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { Guards, SwapRequest } from '#domain/trade/trader'
import { type Wei, wei } from '#domain/units'

const requoteModes = ['ask', 'auto', 'never'] as const

/** Of the transaction of a swap, signed here or elsewhere. */
export const buildOptions = {
  ...quoteOptions,
  minOut: { flag: '--min-out <amount>', about: 'never accept less of the token you buy', parse: parseText },
  maxIn: { flag: '--max-in <amount>', about: 'never spend more of the token you sell', parse: parseText },
  maxSlippage: { flag: '--max-slippage <limit>', about: 'the largest slippage to accept', parse: parseRatio },
  maxImpact: { flag: '--max-impact <limit>', about: 'the largest price impact to accept', parse: parseRatio },
  maxGas: {
    flag: '--max-gas <native>',
    about: 'maximum gas cost, native; default: a quarter of the sale',
    parse: parseText,
  },
  maxFee: {
    flag: '--max-fee <gwei>',
    about: 'maximum price per unit of gas, instead of the node’s suggestion',
    parse: parseGwei,
  },
  priorityFee: { flag: '--priority-fee <gwei>', about: 'priority fee per gas, part of --max-fee', parse: parseGwei },
  legacy: { flag: '--legacy', about: 'send a transaction of type 0' },
  deadline: { flag: '--deadline <time>', about: 'void on chain after this, 30s to 15m', parse: parseDuration },
  nonce: {
    flag: '--nonce <n>',
    about: 'nonce of the swap, instead of the next free one',
    parse: integerParser(0, 999_999_999),
  },
} as const

export const swapOptions = {
  ...buildOptions,
  approve: {
    flag: '--approve <how>',
    about: `missing allowance: ${approvalModes.join(', ')}`,
    parse: choiceParser(approvalModes),
  },
  requote: {
    flag: '--requote <when>',
    about: `when to quote a named trade again: ${requoteModes.join(', ')}`,
    parse: choiceParser(requoteModes),
    fallback: 'auto',
  },
  dryRun: { flag: '--dry-run', about: 'build, check and simulate; needs no account, funds or allowance' },
  realState: { flag: '--real-state', about: 'with --dry-run: assume no balance and no allowance' },
  buildOnly: { flag: '--build-only', about: 'write the unsigned transaction to a file, to be signed elsewhere' },
  signOnly: { flag: '--sign-only', about: 'write the signed transaction to a file, for tx send' },
  out: outOption,
  noSimulate: { flag: '--no-simulate', about: 'sign without a simulation; you are asked to type what you sell' },
  trustRouter: {
    flag: '--trust-router <address>',
    about: 'accept a service’s router that is not ours; exact approvals, and the swap is simulated first',
    parse: parseAddress,
  },
  id: {
    flag: '--id <key>',
    about: 'your own name for this swap: the same name never sends twice',
    parse: parseSwapKey,
  },
  bumpAfter: {
    flag: '--bump-after <time>',
    about: 'speed it up when it has waited this long, within the limits of gas',
    parse: parseDuration,
  },
  maxBumps: {
    flag: '--max-bumps <n>',
    about: 'with --bump-after: how often at most',
    parse: integerParser(1, 20),
    fallback: '3',
  },
  ...privateOptions,
  noWait: { flag: '--no-wait', about: 'return once the node has the transaction' },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: integerParser(1, 1_000),
    fallback: '1',
  },
  allowRecipient: { flag: '--allow-recipient', about: 'do not ask about a recipient that is not the sender' },
  allowUnsimulated: { flag: '--allow-unsimulated', about: 'do not ask about --no-simulate' },
  allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
} as const

export const swapArguments = {
  what: {
    about: 'a quote, or how much to sell',
    parse: parseText,
    ask: 'Which quote, or how much to sell?',
    completes: 'quote',
  },
  sell: { about: 'token to sell', parse: parseTokenWord, optional: true },
  buy: { about: 'token to buy', parse: parseTokenWord, optional: true },
} as const

/** Limits of the deadline of a payload. @throws `USAGE` */
export function requireDeadline(deadlineSeconds: number): number {
  if (deadlineSeconds >= 30 && deadlineSeconds <= 900) return deadlineSeconds
  throw fail('USAGE', { reason: 'A deadline lies between 30s and 15m.', fix: 'repeat with --deadline 3m' })
}

export type SwapInput = Input<typeof swapArguments, typeof swapOptions>

/** The request of the words and options. */
export async function buildSwapRequest(context: Context, input: SwapInput): Promise<SwapRequest> {
  if (input.realState && !input.dryRun)
    throw fail('USAGE', {
      reason: '--real-state belongs to --dry-run.',
      fix: 'leave it out: a swap uses what is there',
    })
  const privately = await resolvePrivateChoice(context, input) // before anything is read from a chain
  const quote = await resolveQuote(context, input)
  const account = input.dryRun ? await findAccount(context) : await chooseAccount(context)
  const { settings } = context
  const deadlineSeconds = requireDeadline(input.deadline ?? settings.get('trade.deadlineSec'))
  return {
    key: input.id,
    typed: input.dryRun ? undefined : await buildTypedRequest(context, input),
    account: account?.name,
    simulatedSender: input.dryRun ? input.fromAddress : undefined,
    isRealState: input.realState,
    quote,
    approve: input.approve ?? settings.get('trade.approve'),
    requote: input.requote,
    guards: await resolveGuards(context, input),
    deadlineSeconds,
    fees: { max: toWei(input.maxFee), tip: toWei(input.priorityFee), legacy: input.legacy },
    confirmations: input.confirmations,
    timeoutSeconds: settings.get('timeout'),
    wait: !input.noWait,
    dryRun: input.dryRun,
    simulates: !input.noSimulate,
    trustedRouter: input.trustRouter,
    nonce: input.nonce,
    bump: toBump(input),
    privately,
  }
}

export const toBump = ({ bumpAfter, maxBumps }: SwapInput): SwapRequest['bump'] =>
  bumpAfter === undefined ? undefined : { afterSeconds: bumpAfter, max: maxBumps }

export const toWei = (price: bigint | undefined): Wei | undefined => (price === undefined ? undefined : wei(price))

/** One word is a quote; three words are a trade. */
async function resolveQuote(context: Context, input: SwapInput): Promise<SwapRequest['quote']> {
  const { what, sell, buy } = input
  if (sell !== undefined && buy !== undefined)
    return toSwapQuote(
      context,
      await buildQuoteRequest(context, { amount: what, sell, buy }, input, input.dryRun ? 'optional' : 'needed'),
    )
  if (sell === undefined && (what === 'last' || isIdPrefix(what.toLowerCase())))
    return { id: await resolveQuoteId(context, what) }
  throw fail('USAGE', {
    reason: 'A swap needs a quote, or an amount and two tokens.',
    fix: 'swapline swap <quote>, or: swapline swap <amount> <sell> <buy>',
  })
}

/**
 * The input of an exact-output request is computed once: a repeated request would yield another amount, so another
 * trade.
 */
async function toSwapQuote(context: Context, question: AnyQuoteRequest): Promise<SwapRequest['quote']> {
  if (question.sellAmount !== undefined) return { request: question }
  const service = await context.service()
  const { id } = await context.out.withSpinner('Finding the best route', service.quote(question))
  return { id, isNew: true }
}

async function resolveGuards(context: Context, input: SwapInput): Promise<Guards> {
  const { settings } = context
  return {
    minimumOut:
      input.minOut === undefined ? undefined : unitsToRaw(input.minOut, await resolveBuyToken(context, input)),
    maximumIn: input.maxIn === undefined ? undefined : unitsToRaw(input.maxIn, await resolveSellToken(context, input)),
    maxSlippage: input.maxSlippage ?? settings.get('trade.maxSlippagePpm'),
    maxImpact: input.maxImpact ?? settings.get('trade.maxImpactPpm'),
    maxGas:
      input.maxGas === undefined ? undefined : wei(unitsToRaw(input.maxGas, (await requireTradable(context)).native)),
  }
}

/** The token that a limit refers to: from the named quote, or from the trade's words. */
async function resolveToken(
  context: Context,
  { what, allowUnlisted }: SwapInput,
  word: string | undefined,
  side: 'sell' | 'buy',
) {
  if (word === undefined) return (await (await context.service()).getQuote(what)).quote[side]
  return (await context.tokens()).resolve((await requireTradable(context)).name, word, allowUnlisted)
}

const resolveBuyToken = (context: Context, input: SwapInput) => resolveToken(context, input, input.buy, 'buy')
const resolveSellToken = (context: Context, input: SwapInput) => resolveToken(context, input, input.sell, 'sell')
