import { chooseAccount } from '#cli/choose-account'
import type { Context } from '#cli/context'
import { defineCommand, type Input } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { intentResult } from '#cli/intent-result'
import { namedQuote } from '#cli/named-quote'
import type { Result } from '#cli/out/types'
import { address } from '#cli/parse/address'
import { unitsToRaw } from '#cli/parse/amount'
import { ownName } from '#cli/parse/own-name'
import { choice, duration, plainText, wholeNumber } from '#cli/parse/plain'
import { isIdPrefix } from '#cli/parse/reference'
import { ratio } from '#cli/parse/slippage'
import { tokenWord } from '#cli/parse/token-word'
import { gwei, quoteOptions, quoteRequest, tradable } from '#cli/quote-options'
import { type DryRun, dryRunLines, swapLines } from '#cli/screens/swap'
import { approvals } from '#cli/settings/table'
import { typedRequest } from '#cli/typed-request'
import { amountView } from '#cli/views/amount'
import { payloadView } from '#cli/views/transaction'
import { fail } from '#domain/errors'
import type { QuoteQuestion } from '#domain/quote'
import { transactionOf } from '#domain/swap'
import type { Dialogue, Guards, Swapped, SwapRequest } from '#domain/trader'
import { type Wei, wei } from '#domain/units'

const requotes = ['ask', 'auto', 'never'] as const

const options = {
  ...quoteOptions,
  minOut: { flag: '--min-out <amount>', about: 'never accept less of the bought token', parse: plainText },
  maxIn: { flag: '--max-in <amount>', about: 'never sell more of the sold token', parse: plainText },
  maxSlippage: { flag: '--max-slippage <limit>', about: 'the largest slippage that is taken', parse: ratio },
  maxImpact: { flag: '--max-impact <limit>', about: 'the largest price impact that is taken', parse: ratio },
  maxGas: {
    flag: '--max-gas <native>',
    about: 'the most that gas may cost, native; default: a quarter of the sale',
    parse: plainText,
  },
  maxFee: {
    flag: '--max-fee <gwei>',
    about: 'what to offer for a unit of gas, in place of the node’s word',
    parse: gwei,
  },
  priorityFee: { flag: '--priority-fee <gwei>', about: 'of that, for whoever makes the block', parse: gwei },
  legacy: { flag: '--legacy', about: 'send a transaction of type 0' },
  deadline: { flag: '--deadline <time>', about: 'void on chain after this, 30s to 15m', parse: duration },
  approve: { flag: '--approve <how>', about: `missing allowance: ${approvals.join(', ')}`, parse: choice(approvals) },
  requote: { flag: '--requote <when>', about: requotes.join(', '), parse: choice(requotes), fallback: 'auto' },
  dryRun: { flag: '--dry-run', about: 'build, check and simulate; sign nothing' },
  trustRouter: {
    flag: '--trust-router <address>',
    about: 'take a service’s router that is not ours; exact approvals, and the swap is tried first',
    parse: address,
  },
  id: { flag: '--id <key>', about: 'your own name for this swap: the same name never sends twice', parse: ownName },
  noWait: { flag: '--no-wait', about: 'return once the node has the transaction' },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: wholeNumber(1, 1_000),
    fallback: '1',
  },
  allowRecipient: { flag: '--allow-recipient', about: 'do not ask about a recipient that is not the sender' },
  allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
} as const

const args = {
  what: { about: 'a quote, or how much to sell', parse: plainText, ask: 'Which quote, or how much to sell?' },
  sell: { about: 'token to sell', parse: tokenWord, optional: true },
  buy: { about: 'token to buy', parse: tokenWord, optional: true },
} as const

type SwapInput = Input<typeof args, typeof options>

export const command = defineCommand({
  name: 'swap',
  about: 'Swap by a quote, or quote and swap in one go: approve, check, sign, send, follow.',
  group: 'Trade',
  examples: ['swap 7b3e91c4', 'swap 10 ETH USDC -n base', 'swap 1500 USDT ETH -n base -y --id order-17 -o json'],
  arguments: args,
  options,
  sends: true,
  schema: async () => (await import('#cli/schemas/swap')).SwapResult,

  async run(context, input) {
    const dialogue = createDialogue(context, {
      recipient: input.allowRecipient,
      unlisted: input.allowUnlisted,
      max: input.allowMax,
    })
    try {
      show(context, (await resumed(context, input, dialogue)) ?? (await swapped(context, input, dialogue)))
    } finally {
      dialogue.end()
    }
  },
})

/** A swap that is signed under this id already is followed without asking the chain what its request would be today. */
async function resumed(context: Context, input: SwapInput, dialogue: Dialogue): Promise<Swapped | undefined> {
  if (input.id === undefined || input.dryRun) return undefined
  const trader = await context.trader()
  const known = await trader.earlier(input.id)
  if (known === undefined) return undefined
  context.interruption.worksOn(known.id)
  if (known.request === undefined) return undefined // of an earlier version's store: `swap` compares the trade
  const earlier = (await trader.earlier(input.id, await typedRequest(context, input))) ?? known
  const following = {
    confirmations: input.confirmations,
    seconds: context.settings.get('timeout'),
    wait: !input.noWait,
  }
  return transactionOf(earlier, 'swap') && trader.resume(earlier, following, dialogue)
}

const swapped = async (context: Context, input: SwapInput, dialogue: Dialogue): Promise<Swapped> =>
  (await context.trader()).swap(await swapRequest(context, input), dialogue)

async function swapRequest(context: Context, input: SwapInput): Promise<SwapRequest> {
  const quote = await quoteOf(context, input)
  const account = await chooseAccount(context)
  const { settings } = context
  const deadlineSeconds = input.deadline ?? settings.get('trade.deadlineSec')
  if (deadlineSeconds < 30 || deadlineSeconds > 900)
    throw fail('USAGE', { reason: 'A deadline lies between 30s and 15m.', fix: 'repeat with --deadline 3m' })
  return {
    key: input.id,
    typed: input.dryRun ? undefined : await typedRequest(context, input),
    account: account.name,
    quote,
    approve: input.approve ?? settings.get('trade.approve'),
    requote: input.requote,
    guards: await guardsOf(context, input),
    deadlineSeconds,
    fees: { most: weiOf(input.maxFee), tip: weiOf(input.priorityFee), legacy: input.legacy },
    confirmations: input.confirmations,
    seconds: settings.get('timeout'),
    wait: !input.noWait,
    dryRun: input.dryRun,
    trustedRouter: input.trustRouter,
  }
}

const weiOf = (price: bigint | undefined): Wei | undefined => (price === undefined ? undefined : wei(price))

/** One word is a quote; three words are a trade. */
async function quoteOf(context: Context, input: SwapInput): Promise<SwapRequest['quote']> {
  const { what, sell, buy } = input
  if (sell !== undefined && buy !== undefined)
    return traded(context, await quoteRequest(context, { amount: what, sell, buy }, input))
  if (sell === undefined && (what === 'last' || isIdPrefix(what.toLowerCase())))
    return { id: await namedQuote(context, what) }
  throw fail('USAGE', {
    reason: 'A swap needs a quote, or an amount and two tokens.',
    fix: 'swapline swap <quote>, or: swapline swap <amount> <sell> <buy>',
  })
}

/** What an amount to buy takes is found once: asked again it would be another amount, and so another trade. */
async function traded(context: Context, question: QuoteQuestion): Promise<SwapRequest['quote']> {
  if (question.sellAmount !== undefined) return { request: question }
  const service = await context.service()
  return { id: (await context.out.during('Finding the best route', service.quote(question))).id }
}

async function guardsOf(context: Context, input: SwapInput): Promise<Guards> {
  const { settings } = context
  return {
    minimumOut: input.minOut === undefined ? undefined : unitsToRaw(input.minOut, await bought(context, input)),
    maximumIn: input.maxIn === undefined ? undefined : unitsToRaw(input.maxIn, await sold(context, input)),
    maxSlippage: input.maxSlippage ?? settings.get('trade.maxSlippagePpm'),
    maxImpact: input.maxImpact ?? settings.get('trade.maxImpactPpm'),
    maxGas: input.maxGas === undefined ? undefined : wei(unitsToRaw(input.maxGas, (await tradable(context)).native)),
  }
}

/** The token a limit is about: of the quote that is named, or of the trade in words. */
async function tokenOf(
  context: Context,
  { what, allowUnlisted }: SwapInput,
  word: string | undefined,
  side: 'sell' | 'buy',
) {
  if (word === undefined) return (await (await context.service()).stored(what)).quote[side]
  return (await context.tokens()).resolve((await tradable(context)).name, word, allowUnlisted)
}

const bought = (context: Context, input: SwapInput) => tokenOf(context, input, input.buy, 'buy')
const sold = (context: Context, input: SwapInput) => tokenOf(context, input, input.sell, 'sell')

function show({ out, settings }: Context, { intent, payload, quote, unsimulated }: Swapped): void {
  const isKept = settings.get('service.url') === 'local'
  if (intent !== undefined) out.result(intentResult(intent, (screen) => swapLines(intent, screen)))
  else if (payload !== undefined && quote !== undefined) out.result(dryResult({ quote, payload, unsimulated, isKept }))
}

const dryResult = ({ quote, payload, unsimulated, isKept }: DryRun): Result => ({
  data: {
    stage: unsimulated === undefined ? 'simulated' : 'built',
    quoteId: quote.id,
    payload: payloadView(payload),
    minimum: amountView(quote.minimumOut, quote.buy),
  },
  lines: (screen) => dryRunLines({ quote, payload, unsimulated, isKept }, screen),
  warnings: [
    ...quote.warnings,
    ...(unsimulated === undefined ? [] : [{ code: 'NOT_SIMULATED', message: `Not simulated: ${unsimulated}` }]),
    ...(isKept ? [] : [{ code: 'QUOTE_USED', message: 'The service used its quote up to show the payload.' }]),
  ],
  meta: { network: quote.request.network, chainId: quote.chainId },
})
