import type { TradeContext } from '#app/context'
import { balanceIssue, holdingsOf, lackingFor } from '#app/holdings'
import { checkAccountKind } from '#app/trade/account-kind'
import { approvalGas, carryOut, planApproval, settleApprovals, tooSmall } from '#app/trade/approve'
import { earlierIntent, requireSame } from '#app/trade/earlier-intent'
import { type FairQuoteContext, requireFairQuote } from '#app/trade/fair-quote'
import { followStep, type Patience } from '#app/trade/follow'
import { requireFeesWithin, swapBudget, swapGas } from '#app/trade/gas-budget'
import { checkFresh, checkKept, checkSender, checkWord } from '#app/trade/guards'
import { exactOnly, requireRouter, routerOwner } from '#app/trade/our-router'
import { withOutcome } from '#app/trade/outcome'
import { permitFor } from '#app/trade/permit'
import { refreshStep } from '#app/trade/refresh-step'
import { broadcastStep, signAndSend, signedStep } from '#app/trade/send'
import { type VerifyContext, verified } from '#app/trade/verified'
import type { Signer } from '#domain/accounts'
import { isFailure } from '#domain/errors'
import { stepFailure } from '#domain/outcome'
import type { Chain } from '#domain/ports'
import { liveQuote, type Quote } from '#domain/quote'
import { type Intent, transactionOf } from '#domain/swap'
import type { Dialogue, Swapped, SwapRequest } from '#domain/trader'
import { type Amount, type Hex, nativeToken, seconds } from '#domain/units'
import { packPermit } from '#encoding/permit'

/** Seconds after which a quote is asked for anew before it is signed. */
const freshFor = 12

export interface SwapContext extends TradeContext, VerifyContext, FairQuoteContext {}

/** One run of `swap`: who signs what, for which intent. */
interface Run {
  readonly request: SwapRequest
  readonly signer: Signer
  readonly dialogue: Dialogue
  readonly patience: Patience
}

/**
 * Quote, approve where needed, quote again where that took time, confirm, check, sign, store, send, follow.
 * Run again with the same key it goes on where it was, and never signs twice. Whatever goes wrong after a signature,
 * the failure is the one that the journal's evidence gives.
 */
export async function swap(context: SwapContext, asked: SwapRequest, dialogue: Dialogue): Promise<Swapped> {
  if (asked.dryRun && context.elsewhere === true) checkKept(asked)
  const request = { ...asked, quote: await named(context, asked.quote) }
  const earlier = request.dryRun ? undefined : await earlierIntent(context.journal, keyOf(request), request)
  if (earlier !== undefined) dialogue.tell({ what: 'intent', id: earlier.id })
  return withOutcome(context, earlier?.id, async () => {
    if (earlier !== undefined && transactionOf(earlier, 'swap') !== undefined)
      return takeUp(context, earlier, request, dialogue)
    const account = await context.accounts.find(request.account)
    const patience = { confirmations: request.confirmations, seconds: request.seconds }
    const run: Run = { request, signer: context.accounts.signer(account), dialogue, patience }
    const quote = await firstQuote(context, run)
    const chain = await context.chain(quote.request.network)
    checkAccountKind(account, chain.network)
    await checkRouter(chain, quote, request) // before it is approved, not only before it is called
    if (request.dryRun) return rehearse(context, run, chain, quote)

    await dialogue.confirmRisks(quote) // before an approval costs anything, as every check that can be made by then
    const intent = earlier ?? requireSame(await openIntent(context, run, quote), request)
    dialogue.tell({ what: 'intent', id: intent.id })
    return withOutcome(context, intent.id, () => carryOutSwap(context, run, { chain, intent, quote }))
  })
}

/** Approves, signs and sends. A swap that is declined says so in the journal. */
async function carryOutSwap(context: SwapContext, run: Run, input: Ready): Promise<Swapped> {
  try {
    const ready = await approveFirst(context, run, input)
    return await signSwap(context, run, { ...ready, accepted: input.quote })
  } catch (error) {
    if (isFailure(error, 'DECLINED')) await context.journal.note(input.intent.id, 'declined', context.clock.now())
    throw error
  }
}

/** A router that only the user trusts gets exactly what is sold. @throws `ROUTER_NOT_TRUSTED`, `USAGE`. */
async function checkRouter(chain: Chain, { router }: Quote, { trustedRouter, approve }: SwapRequest): Promise<void> {
  const whose = await requireRouter(chain, router, trustedRouter)
  if (whose === 'trusted' && (approve === 'max' || approve === 'permit')) throw exactOnly()
}

/** A quote by its whole id: `last` and a prefix mean another quote tomorrow. */
async function named(context: SwapContext, quote: SwapRequest['quote']): Promise<SwapRequest['quote']> {
  return 'id' in quote ? { id: (await context.service.stored(quote.id)).quote.id } : quote
}

const keyOf = ({ key, quote }: SwapRequest): string | undefined =>
  key ?? ('id' in quote ? `quote:${quote.id}` : undefined)

async function firstQuote(context: SwapContext, { request, signer, dialogue }: Run): Promise<Quote> {
  dialogue.tell({ what: 'quoting' })
  const found =
    'id' in request.quote
      ? liveQuote(await context.service.stored(request.quote.id), context.clock.now())
      : await context.service.quote(request.quote.request)
  checkSender(found, signer.address)
  if (context.elsewhere === true) checkWord(found, request.guards)
  const quote = await requireFairQuote(context, found, request)
  dialogue.tell({ what: 'quoted', quote, again: false })
  return quote
}

const openIntent = (context: SwapContext, { request, signer }: Run, quote: Quote): Promise<Intent> => {
  const id = context.uuid()
  return context.journal.open({
    id,
    key: keyOf(request) ?? id,
    kind: 'swap',
    network: quote.request.network,
    chainId: quote.chainId,
    from: signer.address,
    at: context.clock.now(),
    request: request.typed,
  })
}

interface Ready {
  readonly chain: Chain
  readonly intent: Intent
  readonly quote: Quote
  /** The allowance is missing and comes as a signature with the swap. */
  readonly byPermit?: boolean
}

/** Brings the allowance to what the swap needs; a quote that grew old meanwhile is asked for anew. */
async function approveFirst(context: SwapContext, run: Run, { chain, intent, quote }: Ready): Promise<Ready> {
  const { request, signer, dialogue, patience } = run
  const lacking = balanceIssue(quote, await holdingsOf(chain, quote, signer.address))
  if (lacking !== undefined) throw lacking // before an approval costs anything
  if (quote.sell.address === nativeToken) return { chain, intent, quote: await refreshed(context, run, quote) }

  const settled = await settleApprovals(context, { chain, intent, patience }, dialogue)
  const plan = await planApproval(chain, {
    token: quote.sell,
    owner: signer.address,
    spender: quote.router,
    needed: quote.request.sellAmount,
    max: request.approve === 'max',
    reset: 'auto',
  })
  if (plan.before >= plan.needed) return { chain, intent: settled, quote: await refreshed(context, run, quote) }
  if (request.approve === 'never') throw tooSmall(plan, plan.before)
  if (request.approve === 'permit')
    return { chain, intent: settled, quote: await refreshed(context, run, quote), byPermit: true }

  dialogue.tell({ what: 'approval', plan })
  const gas = await approvalGas(chain, { plan, owner: signer.address, nativeUsd: quote.usd.native })
  await dialogue.confirmApproval(plan, gas)
  const done = await carryOut(context, { chain, intent: settled, plan, signer, patience, gas }, dialogue)
  return { chain, intent: done.intent, quote: await refreshed(context, run, quote, true) }
}

/** The same question again where the answer is old, never worse than what was accepted. */
async function refreshed(context: SwapContext, run: Run, quote: Quote, force = false): Promise<Quote> {
  const { request, dialogue } = run
  const old = force || context.clock.now() - quote.createdAt > freshFor
  if (!old || request.requote === 'never' || !('request' in request.quote)) return quote
  dialogue.tell({ what: 'quoting' })
  const found = await context.service.quote(request.quote.request)
  checkFresh(quote, found)
  const fresh = await requireFairQuote(context, found, request)
  dialogue.tell({ what: 'quoted', quote: fresh, again: true })
  return fresh
}

async function signSwap(context: SwapContext, run: Run, input: Ready & { readonly accepted: Quote }): Promise<Swapped> {
  const { chain, intent, quote } = input
  const { request, signer, dialogue } = run
  const minimumOut = highest(quote.minimumOut, input.accepted.minimumOut)
  const gasBudget = swapBudget(chain.network, quote, request)
  const router = routerOwner(chain.network, quote.router)
  await dialogue.confirmSwap({ ...quote, minimumOut }, { ...swapGas(quote, gasBudget), router })
  await signer.unlock() // a wrong password must not cost the quote
  const permit = input.byPermit ? await signedPermit(context, run, input) : undefined
  const { payload, call } = await verified(context, { chain, quote, signer, request, minimumOut, permit })

  const trade = {
    quoteId: quote.id,
    sell: quote.sell,
    buy: quote.buy,
    sellAmount: quote.request.sellAmount,
    quotedOut: quote.route.amountOut,
    minimumOut,
    to: call.recipient,
    deadline: call.deadline,
  }
  const sent = await signAndSend(context, { chain, intent, step: 'swap', payload, signer, trade, gasBudget }, dialogue)
  return finish(context, { chain, intent: sent, following: request, quote }, dialogue)
}

/** An approval of exactly what is sold, by signature: it is used up by the swap it comes with. */
async function signedPermit(context: SwapContext, { request, signer }: Run, { chain, quote }: Ready): Promise<Hex> {
  const value = quote.request.sellAmount
  const deadline = seconds(context.clock.now() + request.deadlineSeconds)
  const asked = { token: quote.sell, owner: signer.address, spender: quote.router, value, deadline }
  const signature = await signer.signPermit(await permitFor(chain, asked))
  return packPermit({ style: 'eip-2612', value, deadline, signature })
}

/**
 * Builds, checks and simulates; the quote stays valid and nothing is signed. What the account lacks keeps the swap
 * from being simulated, and is said.
 */
async function rehearse(context: SwapContext, run: Run, chain: Chain, quote: Quote): Promise<Swapped> {
  const { request, signer } = run
  const { payload } = await verified(context, { chain, quote, signer, request, minimumOut: quote.minimumOut })
  requireFeesWithin(chain.network, payload, swapBudget(chain.network, quote, request))
  const lacking = await lackingFor(chain, quote, signer.address)
  return { quote, payload, unsimulated: lacking?.message, intent: undefined }
}

/** How long a swap is followed, if at all. */
export type Following = Pick<SwapRequest, 'confirmations' | 'seconds' | 'wait'>

/** Takes up the swap of an intent that has signed one. @throws as `swap` does after its signature. */
export const resumeSwap = (
  context: SwapContext,
  intent: Intent,
  following: Following,
  dialogue: Dialogue,
): Promise<Swapped> => withOutcome(context, intent.id, () => takeUp(context, intent, following, dialogue))

/** Nothing is signed again, and the same bytes are sent again if need be. */
async function takeUp(
  context: SwapContext,
  intent: Intent,
  following: Following,
  dialogue: Dialogue,
): Promise<Swapped> {
  dialogue.tell({ what: 'resumed', intent })
  const chain = await context.chain(intent.network)
  if (following.wait) return finish(context, { chain, intent, following }, dialogue)
  const seen = await refreshStep(context, { chain, intent, step: 'swap' }, 'all')
  const { mayBroadcast } = signedStep(seen, 'swap').conclusion
  const current = mayBroadcast
    ? await broadcastStep(context, { chain, intent: seen, step: 'swap' }, 'all', dialogue)
    : seen
  return finish(context, { chain, intent: current, following }, dialogue)
}

interface Sent {
  readonly chain: Chain
  readonly intent: Intent
  readonly following: Following
  readonly quote?: Quote
}

/** Follows a signed swap as deep as was asked; where nobody waits, hands it back once a node has it. */
async function finish(
  context: SwapContext,
  { chain, intent, following, quote }: Sent,
  dialogue: Dialogue,
): Promise<Swapped> {
  const result = { quote, payload: undefined, unsimulated: undefined } as const
  if (following.wait)
    return { ...result, intent: await followStep(context, { chain, intent, step: 'swap' }, following, dialogue) }
  checkAccepted(intent)
  return { ...result, intent }
}

/** «Accepted» is what nobody waits for: a lost or refusing answer is not that. @throws as `followStep`. */
function checkAccepted(intent: Intent): void {
  const tx = signedStep(intent, 'swap')
  const failure = tx.stage === 'submitted' || tx.stage === 'mined' ? undefined : stepFailure(intent, tx, 1)
  if (failure !== undefined) throw failure
}

const highest = (a: Amount, b: Amount): Amount => (a > b ? a : b)
