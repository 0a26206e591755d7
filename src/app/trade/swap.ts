import type { TradeContext } from '#app/context'
import { balanceIssue, holdingsOf, lackingFor } from '#app/holdings'
import { checkAccountKind } from '#app/trade/account-kind'
import { carryOut, planApproval, settleApprovals, tooSmall } from '#app/trade/approve'
import { followStep, type Patience } from '#app/trade/follow'
import { checkFresh, checkGasCost, checkGuards, checkKept, checkSender, checkWord } from '#app/trade/guards'
import { exactOnly, requireRouter } from '#app/trade/our-router'
import { permitFor } from '#app/trade/permit'
import { resume, signAndSend, signedStep } from '#app/trade/send'
import { type VerifyContext, verified } from '#app/trade/verified'
import type { Signer } from '#domain/accounts'
import { fail, SwapError } from '#domain/errors'
import type { Chain } from '#domain/ports'
import { liveQuote, type Quote } from '#domain/quote'
import { type Intent, transactionOf } from '#domain/swap'
import type { Dialogue, Swapped, SwapRequest } from '#domain/trader'
import { type Amount, type Hex, nativeToken, seconds } from '#domain/units'
import { packPermit } from '#encoding/permit'
import { entryOf } from '#networks/find'

/** Seconds after which a quote is asked for anew before it is signed. */
const freshFor = 12

export interface SwapContext extends TradeContext, VerifyContext {}

/** One run of `swap`: who signs what, for which intent. */
interface Run {
  readonly request: SwapRequest
  readonly signer: Signer
  readonly dialogue: Dialogue
  readonly patience: Patience
}

/**
 * Quote, approve where needed, quote again where that took time, confirm, check, sign, store, send, follow.
 * Run again with the same key it goes on where it was, and never signs twice.
 */
export async function swap(context: SwapContext, asked: SwapRequest, dialogue: Dialogue): Promise<Swapped> {
  if (asked.dryRun && context.elsewhere === true) checkKept(asked)
  const request = { ...asked, quote: await named(context, asked.quote) }
  const account = await context.accounts.find(request.account)
  const run: Run = {
    request,
    signer: context.accounts.signer(account),
    dialogue,
    patience: { confirmations: request.confirmations, seconds: request.seconds },
  }
  const earlier = request.dryRun ? undefined : await earlierIntent(context, request)
  if (earlier !== undefined && transactionOf(earlier, 'swap') !== undefined) return finish(context, run, earlier, true)

  const quote = await firstQuote(context, run)
  const chain = await context.chain(quote.request.network)
  checkAccountKind(account, chain.network)
  await checkRouter(chain, quote, request) // before it is approved, not only before it is called
  if (request.dryRun) return rehearse(context, run, chain, quote)

  await dialogue.confirmRisks(quote) // before an approval costs anything, as every check that can be made by then
  const intent = earlier ?? (await openIntent(context, run, quote))
  const ready = await approveFirst(context, run, { chain, intent, quote })
  try {
    return await signSwap(context, run, { ...ready, accepted: quote })
  } catch (error) {
    throw afterApproval(error, ready.intent)
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

/** What this key was used for before. @throws `KEY_TAKEN` when that was another trade, or on another network. */
async function earlierIntent(context: SwapContext, request: SwapRequest): Promise<Intent | undefined> {
  const key = keyOf(request)
  const found = key === undefined ? undefined : await context.journal.byKey(key)
  if (found === undefined || !('request' in request.quote)) return found
  const { network, sell, buy, sellAmount } = request.quote.request
  const { trade } = found
  const sameTrade =
    trade === undefined || (trade.sell.address === sell && trade.buy.address === buy && trade.sellAmount === sellAmount)
  if (found.network !== network || !sameTrade) throw fail('KEY_TAKEN', { key: found.key, id: found.id })
  return found
}

async function firstQuote(context: SwapContext, { request, signer, dialogue }: Run): Promise<Quote> {
  dialogue.tell({ what: 'quoting' })
  const quote =
    'id' in request.quote
      ? liveQuote(await context.service.stored(request.quote.id), context.clock.now())
      : await context.service.quote(request.quote.request)
  checkSender(quote, signer.address)
  if (context.elsewhere === true) checkWord(quote, request.guards)
  checkGuards(entryOf(quote.request.network), quote, request.guards)
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
  await dialogue.confirmApproval(plan)
  const done = await carryOut(context, { chain, intent: settled, plan, signer, patience }, dialogue)
  try {
    return { chain, intent: done.intent, quote: await refreshed(context, run, quote, true) }
  } catch (error) {
    throw afterApproval(error, done.intent)
  }
}

/** The same question again where the answer is old, never worse than what was accepted. */
async function refreshed(context: SwapContext, run: Run, quote: Quote, force = false): Promise<Quote> {
  const { request, dialogue } = run
  const old = force || context.clock.now() - quote.createdAt > freshFor
  if (!old || request.requote === 'never' || !('request' in request.quote)) return quote
  dialogue.tell({ what: 'quoting' })
  const fresh = await context.service.quote(request.quote.request)
  checkFresh(quote, fresh)
  checkGuards(entryOf(fresh.request.network), fresh, request.guards)
  dialogue.tell({ what: 'quoted', quote: fresh, again: true })
  return fresh
}

async function signSwap(context: SwapContext, run: Run, input: Ready & { readonly accepted: Quote }): Promise<Swapped> {
  const { chain, intent, quote } = input
  const { request, signer, dialogue } = run
  const minimumOut = highest(quote.minimumOut, input.accepted.minimumOut)
  await dialogue.confirmSwap({ ...quote, minimumOut })
  await signer.unlock() // a wrong password must not cost the quote
  const permit = input.byPermit ? await signedPermit(context, run, input) : undefined
  const { payload, call } = await verified(context, { chain, quote, signer, request, minimumOut, permit })
  checkGasCost(chain.network, payload, request.guards)

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
  const sent = await signAndSend(context, { chain, intent, step: 'swap', payload, signer, trade }, dialogue)
  return finish(context, run, sent, false, quote)
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
  checkGasCost(chain.network, payload, request.guards)
  const lacking = await lackingFor(chain, quote, signer.address)
  return { quote, payload, unsimulated: lacking?.message, intent: undefined }
}

/**
 * Follows a signed swap to its end, or hands it back as it is where nobody waits.
 * @throws `PENDING` where nobody waits and no node has said that it has the bytes.
 */
async function finish(
  context: SwapContext,
  run: Run,
  intent: Intent,
  resumed: boolean,
  quote?: Quote,
): Promise<Swapped> {
  const { request, dialogue, patience } = run
  const chain = await context.chain(intent.network)
  let current = intent
  if (resumed) {
    dialogue.tell({ what: 'resumed', intent })
    current = await resume(context, { chain, intent, step: 'swap' }, dialogue)
  }
  if (request.wait) current = await followStep(context, chain, { intent: current, step: 'swap' }, patience, dialogue)
  else checkAccepted(current)
  return { quote, payload: undefined, unsimulated: undefined, intent: current }
}

/** «Accepted» is what nobody waits for: an answer that was lost is not that. */
function checkAccepted(intent: Intent): void {
  const { stage, hash } = signedStep(intent, 'swap')
  if (stage === 'signed')
    throw fail(
      'PENDING',
      { what: 'The swap', id: intent.id },
      { sent: true, swapId: intent.id, txHash: hash, why: lost },
    )
  if (stage === 'cancelled') throw fail('NEVER_SENT', { what: 'The swap' }, { sent: false, swapId: intent.id })
}

const lost = 'The node gave no answer to it: nobody knows yet whether it has it.'

/** A failure after an approval says that the approval was sent and the swap was not. */
function afterApproval(error: unknown, intent: Intent): unknown {
  const sent = intent.transactions.filter(({ step, stage }) => step !== 'swap' && stage !== 'cancelled')
  const approvals = sent.map(({ hash }) => hash)
  if (!(error instanceof SwapError) || approvals.length === 0 || error.context.sent === true) return error
  return error.with({ sent: true, swapId: intent.id, approvals, why: 'The approval was sent; the swap was not.' })
}

const highest = (a: Amount, b: Amount): Amount => (a > b ? a : b)
