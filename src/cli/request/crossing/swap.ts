import type { Context } from '#cli/context'
import { unitsToRaw } from '#cli/parse/amount'
import { findCrossQuote } from '#cli/request/crossing/is-crossing'
import { buildCrossRequest } from '#cli/request/crossing/request'
import { crossResult } from '#cli/request/crossing/result'
import type { SaveInput } from '#cli/request/debugging/save-options'
import { requireTradable } from '#cli/request/quote-options'
import { requireDeadline, type SwapInput, toWei } from '#cli/request/swap-input'
import { chooseAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import type { CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { TypedRequest } from '#domain/journal/swap'
import type { CrossRequest } from '#domain/trade/crossing'
import { wei } from '#domain/units'

type CrossInput = SwapInput & SaveInput

/** `swap --to-network`, and `swap` of a quote to another network. */
export async function swapCrossing(context: Context, input: CrossInput): Promise<void> {
  refuseOptions(input)
  const dialogue = createDialogue(context, {
    recipient: input.allowRecipient,
    unlisted: input.allowUnlisted,
    max: input.allowMax,
  })
  try {
    const trader = await context.trader()
    const outcome = await trader.cross(await toCrossRequest(context, input), dialogue)
    context.out.printResult(crossResult(outcome))
  } finally {
    dialogue.end()
  }
}

async function toCrossRequest(context: Context, input: CrossInput): Promise<CrossRequest> {
  const { settings } = context
  const account = await chooseAccount(context)
  const quote = await resolveQuote(context, input)
  const approve = input.approve ?? settings.get('trade.approve')
  if (approve === 'max' || approve === 'permit')
    throw fail('USAGE', {
      reason: 'A swap to another network approves exactly what it sells.',
      fix: 'repeat with --approve exact',
    })
  return {
    key: input.id,
    typed: toTyped(input, account.address, quote),
    account: account.name,
    quote,
    approve,
    guards: await toGuards(context, input, quote),
    deadlineSeconds: requireDeadline(input.deadline ?? settings.get('trade.deadlineSec')),
    fees: { max: toWei(input.maxFee), tip: toWei(input.priorityFee), legacy: input.legacy },
    confirmations: input.confirmations,
    timeoutSeconds: settings.get('timeout'),
    wait: !input.noWait,
  }
}

async function resolveQuote(context: Context, input: CrossInput): Promise<CrossRequest['quote']> {
  const { what, sell, buy } = input
  if (sell !== undefined && buy !== undefined)
    return { request: await buildCrossRequest(context, { amount: what, sell, buy }, input, 'needed') }
  const stored = sell === undefined ? await findCrossQuote(context, what) : undefined
  if (stored !== undefined) return { id: stored.quote.id }
  throw fail('USAGE', {
    reason: 'A swap to another network needs its quote, or an amount and two tokens.',
    fix: 'swapline swap <amount> <sell> <buy> -n <network> --to-network <network>',
  })
}

/** What an `--id` is bound to: an amount as it was typed, as `50%` is another one tomorrow. */
function toTyped(
  { what, rawAmount, minOut, maxIn }: CrossInput,
  account: string,
  quote: CrossRequest['quote'],
): TypedRequest {
  const subject = 'id' in quote ? { quote: quote.id } : typedTrade(quote.request, `${rawAmount ? 'raw:' : ''}${what}`)
  const limits = {
    ...(minOut === undefined ? {} : { 'min-out': minOut }),
    ...(maxIn === undefined ? {} : { 'max-in': maxIn }),
  }
  return { account, ...subject, ...limits }
}

const typedTrade = (request: CrossQuoteRequest, amount: string): TypedRequest => ({
  network: request.network,
  'to-network': request.toNetwork,
  amount: amount.trim().toLowerCase(),
  side: 'sell',
  sell: request.sell,
  buy: request.buy,
  slippage: `${request.slippage} ppm`,
  to: request.to,
  bridge: request.bridges.join(' '),
})

async function toGuards(
  context: Context,
  input: CrossInput,
  quote: CrossRequest['quote'],
): Promise<CrossRequest['guards']> {
  const { settings } = context
  const book = await context.tokens()
  const request = 'id' in quote ? (await (await context.crossing()).getQuote(quote.id)).quote.request : quote.request
  const tokenOf = (side: 'sell' | 'buy') =>
    book.resolve(side === 'sell' ? request.network : request.toNetwork, request[side], true)
  return {
    minimumOut: input.minOut === undefined ? undefined : unitsToRaw(input.minOut, await tokenOf('buy')),
    maximumIn: input.maxIn === undefined ? undefined : unitsToRaw(input.maxIn, await tokenOf('sell')),
    maxSlippage: input.maxSlippage ?? settings.get('trade.maxSlippagePpm'),
    maxImpact: input.maxImpact ?? settings.get('trade.maxImpactPpm'),
    maxGas:
      input.maxGas === undefined ? undefined : wei(unitsToRaw(input.maxGas, (await requireTradable(context)).native)),
  }
}

function refuseOptions(input: CrossInput): void {
  const given: readonly (readonly [string, boolean])[] = [
    ['--dry-run', input.dryRun],
    ['--real-state', input.realState],
    ['--build-only', input.buildOnly],
    ['--sign-only', input.signOnly],
    ['--no-simulate', input.noSimulate],
    ['--trust-router', input.trustRouter !== undefined],
    ['--nonce', input.nonce !== undefined],
    ['--bump-after', input.bumpAfter !== undefined],
    ['--private', input.private !== undefined],
    ['--save', input.save !== undefined],
    ['--bundle-on-error', input.bundleOnError !== undefined],
    ['--gasless', input.gasless],
  ]
  const refused = given.filter(([, isGiven]) => isGiven).map(([flag]) => flag)
  if (refused.length > 0)
    throw fail('USAGE', {
      reason: `A swap to another network has no ${refused.join(', ')} yet.`,
      fix: `leave out ${refused.join(', ')}`,
    })
}
