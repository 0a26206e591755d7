import type { TradeContext } from '#app/context'
import { balanceIssue, findHoldingsIssue, readHoldings } from '#app/holdings'
import {
  approvalFailure,
  boundApprovalGas,
  executeApproval,
  planApproval,
  settleApprovals,
} from '#app/trade/allowance/approve'
import { buildPermitRequest } from '#app/trade/allowance/permit'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { type FairQuoteContext, requireFairQuote } from '#app/trade/checks/fair-quote'
import { fetchVerifiedPayload, type VerifyContext } from '#app/trade/checks/fetch-verified-payload'
import { checkRequote, checkSender, refuseStoredQuote, requireMaxInput } from '#app/trade/checks/guards'
import { exactApprovalFailure, getRouterOwner, requireRouter } from '#app/trade/checks/our-router'
import { findEarlierIntent, requireSameRequest } from '#app/trade/earlier-intent'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { createSwapBudget, requireFeesWithin, toGasCost } from '#app/trade/steps/gas-budget'
import { withOutcome } from '#app/trade/steps/outcome'
import { refreshStep } from '#app/trade/steps/refresh'
import { broadcastStep, getSignedStep, signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { isFailure } from '#domain/errors'
import { toStepFailure } from '#domain/journal/outcome'
import { type Intent, transactionOf } from '#domain/journal/swap'
import { type Quote, requireLiveQuote } from '#domain/quotes/quote'
import type { Signer } from '#domain/trade/accounts'
import type { Dialogue, SwapOutcome, SwapRequest } from '#domain/trade/trader'
import { type Amount, type Hex, nativeToken, seconds } from '#domain/units'
import { packPermit } from '#encoding/tokens/permit'

/** Seconds after which a quote is requested again before signing. */
const maxQuoteAgeSeconds = 12

export interface SwapContext extends TradeContext, VerifyContext, FairQuoteContext {}

/** One run of `swap`: the signer and the intent. */
interface Run {
  readonly request: SwapRequest
  readonly signer: Signer
  readonly dialogue: Dialogue
  readonly patience: FollowLimits
}

/**
 * Quotes, approves if needed, quotes again if that took time, confirms, checks, signs, stores, sends, follows. Run
 * again with the same key, it resumes and never signs twice. After a signature, every failure is derived from the
 * journal's evidence.
 */
export async function swap(context: SwapContext, asked: SwapRequest, dialogue: Dialogue): Promise<SwapOutcome> {
  if (asked.dryRun && context.isServiceRemote === true) refuseStoredQuote(asked)
  const request = { ...asked, quote: await resolveQuoteId(context, asked.quote) }
  const earlier = request.dryRun ? undefined : await findEarlierIntent(context.journal, keyOf(request), request)
  if (earlier !== undefined) dialogue.tell({ what: 'intent', id: earlier.id })
  return withOutcome(context, earlier?.id, async () => {
    if (earlier !== undefined && transactionOf(earlier, 'swap') !== undefined)
      return resumeStep(context, earlier, request, dialogue)
    const account = await context.accounts.find(request.account)
    const patience = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
    const run: Run = { request, signer: context.accounts.signer(account), dialogue, patience }
    const quote = await fetchFirstQuote(context, run)
    const chain = await context.chain(quote.request.network)
    checkAccountKind(account, chain.network)
    await checkRouter(chain, quote, request) // checked before it is approved, not only before it is called
    if (request.dryRun) return dryRunSwap(context, run, chain, quote)

    await dialogue.confirmRisks(quote) // like every check possible by then, before an approval costs gas
    const intent = earlier ?? requireSameRequest(await openIntent(context, run, quote), request)
    dialogue.tell({ what: 'intent', id: intent.id })
    return withOutcome(context, intent.id, () => carryOutSwap(context, run, { chain, intent, quote }))
  })
}

/** Approves, signs and sends. A declined swap is recorded in the journal. */
async function carryOutSwap(context: SwapContext, run: Run, input: PreparedSwap): Promise<SwapOutcome> {
  try {
    const ready = await ensureAllowance(context, run, input)
    return await signSwap(context, run, { ...ready, accepted: input.quote })
  } catch (error) {
    if (isFailure(error, 'DECLINED')) await context.journal.noteStage(input.intent.id, 'declined', context.clock.now())
    throw error
  }
}

/** A router that only the user trusts is approved exactly what is sold. @throws `ROUTER_NOT_TRUSTED`, `USAGE`. */
async function checkRouter(chain: Chain, { router }: Quote, { trustedRouter, approve }: SwapRequest): Promise<void> {
  const whose = await requireRouter(chain, router, trustedRouter)
  if (whose === 'trusted' && (approve === 'max' || approve === 'permit')) throw exactApprovalFailure()
}

/** A quote by its full id: `last` and a prefix mean another quote tomorrow. */
async function resolveQuoteId(context: SwapContext, quote: SwapRequest['quote']): Promise<SwapRequest['quote']> {
  return 'id' in quote ? { id: (await context.service.getQuote(quote.id)).quote.id } : quote
}

const keyOf = ({ key, quote }: SwapRequest): string | undefined =>
  key ?? ('id' in quote ? `quote:${quote.id}` : undefined)

async function fetchFirstQuote(context: SwapContext, { request, signer, dialogue }: Run): Promise<Quote> {
  dialogue.tell({ what: 'quoting' })
  const found =
    'id' in request.quote
      ? requireLiveQuote(await context.service.getQuote(request.quote.id), context.clock.now())
      : await context.service.quote(request.quote.request)
  checkSender(found, signer.address)
  if (context.isServiceRemote === true) requireMaxInput(found, request.guards)
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

interface PreparedSwap {
  readonly chain: Chain
  readonly intent: Intent
  readonly quote: Quote
  /** The missing allowance comes as a signature with the swap. */
  readonly byPermit?: boolean
}

/** Raises the allowance to what the swap needs; a quote that became stale meanwhile is requested again. */
async function ensureAllowance(
  context: SwapContext,
  run: Run,
  { chain, intent, quote }: PreparedSwap,
): Promise<PreparedSwap> {
  const { request, signer, dialogue, patience } = run
  const lacking = balanceIssue(quote, await readHoldings(chain, quote, signer.address))
  if (lacking !== undefined) throw lacking // before an approval costs gas
  if (quote.sell.address === nativeToken) return { chain, intent, quote: await refreshQuote(context, run, quote) }

  const settled = await settleApprovals(context, { chain, intent, patience }, dialogue)
  const plan = await planApproval(chain, {
    token: quote.sell,
    owner: signer.address,
    spender: quote.router,
    needed: quote.request.sellAmount,
    max: request.approve === 'max',
    reset: 'auto',
  })
  if (plan.before >= plan.needed) return { chain, intent: settled, quote: await refreshQuote(context, run, quote) }
  if (request.approve === 'never') throw approvalFailure(plan, plan.before)
  if (request.approve === 'permit')
    return { chain, intent: settled, quote: await refreshQuote(context, run, quote), byPermit: true }

  dialogue.tell({ what: 'approval', plan })
  const gas = await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd: quote.usd.native })
  await dialogue.confirmApproval(plan, gas)
  const done = await executeApproval(context, { chain, intent: settled, plan, signer, patience, gas }, dialogue)
  return { chain, intent: done.intent, quote: await refreshQuote(context, run, quote, true) }
}

/** Requests a stale quote again; the new one is never worse than the accepted one. */
async function refreshQuote(context: SwapContext, run: Run, quote: Quote, force = false): Promise<Quote> {
  const { request, dialogue } = run
  const old = force || context.clock.now() - quote.createdAt > maxQuoteAgeSeconds
  if (!old || request.requote === 'never' || !('request' in request.quote)) return quote
  dialogue.tell({ what: 'quoting' })
  const found = await context.service.quote(request.quote.request)
  checkRequote(quote, found)
  const fresh = await requireFairQuote(context, found, request)
  dialogue.tell({ what: 'quoted', quote: fresh, again: true })
  return fresh
}

async function signSwap(
  context: SwapContext,
  run: Run,
  input: PreparedSwap & { readonly accepted: Quote },
): Promise<SwapOutcome> {
  const { chain, intent, quote } = input
  const { request, signer, dialogue } = run
  const minimumOut = maxAmount(quote.minimumOut, input.accepted.minimumOut)
  const gasBudget = createSwapBudget(chain.network, quote, request)
  const router = getRouterOwner(chain.network, quote.router)
  await dialogue.confirmSwap({ ...quote, minimumOut }, { ...toGasCost(quote, gasBudget), router })
  await signer.unlock() // a wrong password must not cost the quote
  const permit = input.byPermit ? await signQuotePermit(context, run, input) : undefined
  const { payload, call } = await fetchVerifiedPayload(context, { chain, quote, signer, request, minimumOut, permit })

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
  return finishSwap(context, { chain, intent: sent, following: request, quote }, dialogue)
}

/** An exact approval of the input by signature: the swap it comes with uses it up. */
async function signQuotePermit(
  context: SwapContext,
  { request, signer }: Run,
  { chain, quote }: PreparedSwap,
): Promise<Hex> {
  const value = quote.request.sellAmount
  const deadline = seconds(context.clock.now() + request.deadlineSeconds)
  const asked = { token: quote.sell, owner: signer.address, spender: quote.router, value, deadline }
  const signature = await signer.signPermit(await buildPermitRequest(chain, asked))
  return packPermit({ style: 'eip-2612', value, deadline, signature })
}

/**
 * Builds, checks and simulates; the quote stays valid and nothing is signed. If the account lacks balance or allowance,
 * the swap is not simulated and the result says so.
 */
async function dryRunSwap(context: SwapContext, run: Run, chain: Chain, quote: Quote): Promise<SwapOutcome> {
  const { request, signer } = run
  const { payload } = await fetchVerifiedPayload(context, {
    chain,
    quote,
    signer,
    request,
    minimumOut: quote.minimumOut,
  })
  requireFeesWithin(chain.network, payload, createSwapBudget(chain.network, quote, request))
  const lacking = await findHoldingsIssue(chain, quote, signer.address)
  return { quote, payload, unsimulated: lacking?.message, intent: undefined }
}

/** How long to follow a swap, if at all. */
export type FollowOptions = Pick<SwapRequest, 'confirmations' | 'timeoutSeconds' | 'wait'>

/** Resumes an intent's signed swap. @throws as `swap` does after its signature. */
export const resumeSwap = (
  context: SwapContext,
  intent: Intent,
  following: FollowOptions,
  dialogue: Dialogue,
): Promise<SwapOutcome> => withOutcome(context, intent.id, () => resumeStep(context, intent, following, dialogue))

/** Nothing is signed again; the same bytes are broadcast again if needed. */
async function resumeStep(
  context: SwapContext,
  intent: Intent,
  following: FollowOptions,
  dialogue: Dialogue,
): Promise<SwapOutcome> {
  dialogue.tell({ what: 'resumed', intent })
  const chain = await context.chain(intent.network)
  if (following.wait) return finishSwap(context, { chain, intent, following }, dialogue)
  const seen = await refreshStep(context, { chain, intent, step: 'swap' }, 'all')
  const { mayBroadcast } = getSignedStep(seen, 'swap').conclusion
  const current = mayBroadcast
    ? await broadcastStep(context, { chain, intent: seen, step: 'swap' }, 'all', dialogue)
    : seen
  return finishSwap(context, { chain, intent: current, following }, dialogue)
}

interface SentSwap {
  readonly chain: Chain
  readonly intent: Intent
  readonly following: FollowOptions
  readonly quote?: Quote
}

/** Follows a signed swap to the requested depth; without waiting, returns once a node has accepted it. */
async function finishSwap(
  context: SwapContext,
  { chain, intent, following, quote }: SentSwap,
  dialogue: Dialogue,
): Promise<SwapOutcome> {
  const result = { quote, payload: undefined, unsimulated: undefined } as const
  if (following.wait)
    return { ...result, intent: await followStep(context, { chain, intent, step: 'swap' }, following, dialogue) }
  checkAccepted(intent)
  return { ...result, intent }
}

/** Without waiting, only "accepted" succeeds: a lost or refusing answer does not. @throws as `followStep`. */
function checkAccepted(intent: Intent): void {
  const tx = getSignedStep(intent, 'swap')
  const failure = tx.stage === 'submitted' || tx.stage === 'mined' ? undefined : toStepFailure(intent, tx, 1)
  if (failure !== undefined) throw failure
}

const maxAmount = (a: Amount, b: Amount): Amount => (a > b ? a : b)
