import type { Context } from '#cli/context'
import { defineCommand, type Input } from '#cli/define-command'
import type { Result } from '#cli/out/types'
import { parseAddress } from '#cli/parse/address'
import { unitsToRaw } from '#cli/parse/amount'
import { choiceParser, integerParser, parseDuration, parseText } from '#cli/parse/plain'
import { isIdPrefix } from '#cli/parse/reference'
import { parseRatio } from '#cli/parse/slippage'
import { parseSwapKey } from '#cli/parse/swap-key'
import { parseTokenWord } from '#cli/parse/token-word'
import { intentResult } from '#cli/request/intent-result'
import { buildQuoteRequest, parseGwei, quoteOptions, requireTradable } from '#cli/request/quote-options'
import { resolveQuoteId } from '#cli/request/resolve-quote-id'
import { buildTypedRequest } from '#cli/request/typed-request'
import { type DryRun, dryRunLines } from '#cli/screens/dry-run'
import { swapLines } from '#cli/screens/swap'
import { approvalModes } from '#cli/settings/table'
import { chooseAccount, findAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import { dryRunView } from '#cli/views/dry-run'
import { fail } from '#domain/errors'
import { transactionOf } from '#domain/journal/swap'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { Dialogue } from '#domain/trade/dialogue'
import type { Guards, SwapOutcome, SwapRequest } from '#domain/trade/trader'
import { type Wei, wei } from '#domain/units'

const requoteModes = ['ask', 'auto', 'never'] as const

const options = {
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
  approve: {
    flag: '--approve <how>',
    about: `missing allowance: ${approvalModes.join(', ')}`,
    parse: choiceParser(approvalModes),
  },
  requote: {
    flag: '--requote <when>',
    about: requoteModes.join(', '),
    parse: choiceParser(requoteModes),
    fallback: 'auto',
  },
  dryRun: { flag: '--dry-run', about: 'build, check and simulate; needs no account, funds or allowance' },
  realState: { flag: '--real-state', about: 'with --dry-run: assume no balance and no allowance' },
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
  nonce: {
    flag: '--nonce <n>',
    about: 'nonce of the swap, instead of the next free one',
    parse: integerParser(0, 999_999_999),
  },
  bumpAfter: {
    flag: '--bump-after <time>',
    about: 'speed it up when it has waited this long, within the limits of gas',
    parse: parseDuration,
  },
  maxBumps: { flag: '--max-bumps <n>', about: 'how often at most', parse: integerParser(1, 20), fallback: '3' },
  noWait: { flag: '--no-wait', about: 'return once the node has the transaction' },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: integerParser(1, 1_000),
    fallback: '1',
  },
  allowRecipient: { flag: '--allow-recipient', about: 'do not ask about a recipient that is not the sender' },
  allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
} as const

const args = {
  what: {
    about: 'a quote, or how much to sell',
    parse: parseText,
    ask: 'Which quote, or how much to sell?',
    completes: 'quote',
  },
  sell: { about: 'token to sell', parse: parseTokenWord, optional: true },
  buy: { about: 'token to buy', parse: parseTokenWord, optional: true },
} as const

type SwapInput = Input<typeof args, typeof options>

export const command = defineCommand({
  name: 'swap',
  about: 'Swap by a quote, or quote and swap in one go: approve, check, sign, send, follow.',
  group: 'Trade',
  examples: ['swap 7b3e91c4', 'swap 10 ETH USDC -n base', 'swap 1500 USDT ETH -n base -y --id order-17 -o json'],
  arguments: args,
  options,
  // A quote has its network.
  needsNetwork: ({ length }) => length > 1,
  sends: true,
  schema: async () => (await import('#cli/schemas/swap')).SwapResult,

  async run(context, input) {
    const dialogue = createDialogue(context, {
      recipient: input.allowRecipient,
      unlisted: input.allowUnlisted,
      max: input.allowMax,
    })
    try {
      printOutcome(context, (await resumeSwap(context, input, dialogue)) ?? (await startSwap(context, input, dialogue)))
    } finally {
      dialogue.end()
    }
  },
})

/** A swap already signed under this id is followed without asking the chain what its request would be today. */
async function resumeSwap(context: Context, input: SwapInput, dialogue: Dialogue): Promise<SwapOutcome | undefined> {
  if (input.id === undefined || input.dryRun) return undefined
  const trader = await context.trader()
  const known = await trader.findByKey(input.id)
  if (known === undefined) return undefined
  context.interruption.setIntent(known.id)
  if (known.request === undefined) return undefined // from an earlier version's store: `swap` compares the trade
  const earlier = (await trader.findByKey(input.id, await buildTypedRequest(context, input))) ?? known
  const following = {
    confirmations: input.confirmations,
    timeoutSeconds: context.settings.get('timeout'),
    wait: !input.noWait,
    bump: toBump(input),
  }
  return transactionOf(earlier, 'swap') && trader.resume(earlier, following, dialogue)
}

const startSwap = async (context: Context, input: SwapInput, dialogue: Dialogue): Promise<SwapOutcome> =>
  (await context.trader()).swap(await buildSwapRequest(context, input), dialogue)

async function buildSwapRequest(context: Context, input: SwapInput): Promise<SwapRequest> {
  if (input.realState && !input.dryRun)
    throw fail('USAGE', {
      reason: '--real-state belongs to --dry-run.',
      fix: 'leave it out: a swap uses what is there',
    })
  const quote = await resolveQuote(context, input)
  const account = input.dryRun ? await findAccount(context) : await chooseAccount(context)
  const { settings } = context
  const deadlineSeconds = input.deadline ?? settings.get('trade.deadlineSec')
  if (deadlineSeconds < 30 || deadlineSeconds > 900)
    throw fail('USAGE', { reason: 'A deadline lies between 30s and 15m.', fix: 'repeat with --deadline 3m' })
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
    trustedRouter: input.trustRouter,
    nonce: input.nonce,
    bump: toBump(input),
  }
}

const toBump = ({ bumpAfter, maxBumps }: SwapInput): SwapRequest['bump'] =>
  bumpAfter === undefined ? undefined : { afterSeconds: bumpAfter, max: maxBumps }

const toWei = (price: bigint | undefined): Wei | undefined => (price === undefined ? undefined : wei(price))

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
  return { id: (await context.out.withSpinner('Finding the best route', service.quote(question))).id }
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

function printOutcome({ out, settings }: Context, outcome: SwapOutcome): void {
  const { intent, payload, quote, unsimulated, simulation } = outcome
  const isKept = settings.get('service.url') === 'local'
  if (intent !== undefined) out.printResult(intentResult(intent, (screen) => swapLines(intent, screen)))
  else if (payload !== undefined && quote !== undefined)
    out.printResult(dryRunResult({ quote, payload, unsimulated, simulation, isKept }))
}

const dryRunResult = (result: DryRun): Result => ({
  data: dryRunView(result),
  lines: (screen) => dryRunLines(result, screen),
  warnings: [
    ...result.quote.warnings,
    ...(result.unsimulated === undefined
      ? []
      : [{ code: 'NOT_SIMULATED', message: `Not simulated: ${result.unsimulated}` }]),
    ...(result.isKept ? [] : [{ code: 'QUOTE_USED', message: 'The service consumed its quote to show the payload.' }]),
  ],
  meta: { network: result.quote.request.network, chainId: result.quote.chainId },
})
