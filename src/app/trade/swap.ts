import { nameLeftover } from '#app/trade/allowance/leftover'
import { startWaiting, type Waiting, withAllowanceLock } from '#app/trade/allowance/lock'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { refuseGasless, refuseStoredQuote } from '#app/trade/checks/guards'
import { exactApprovalFailure, requireRouter } from '#app/trade/checks/our-router'
import { resolveParties } from '#app/trade/checks/resolve-parties'
import { findEarlierIntent, requireSameRequest } from '#app/trade/earlier-intent'
import { createBumps } from '#app/trade/replace'
import { withOutcome } from '#app/trade/steps/outcome'
import { rereadIntent } from '#app/trade/steps/send'
import { type AllowancePlan, carryOutApproval, planAllowance, previewAllowance } from '#app/trade/swap-parts/allowance'
import { dryRunSwap } from '#app/trade/swap-parts/dry-run'
import { type FollowOptions, finishSwap, resumeStep } from '#app/trade/swap-parts/finish'
import { fetchFirstQuote, refreshQuote, whileUsable } from '#app/trade/swap-parts/quotes'
import type { PreparedSwap, Run, SwapContext } from '#app/trade/swap-parts/run'
import { signSwap } from '#app/trade/swap-parts/sign'
import { type AgreedSwap, requireSameTrade, toAgreedSwap } from '#app/trade/swap-parts/terms'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import { quoteKey } from '#domain/journal/quote-keys'
import { type Intent, transactionOf } from '#domain/journal/swap'
import { isPlaceholderAddress, placeholderSender, type Quote } from '#domain/quotes/quote'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapOutcome, SwapRequest } from '#domain/trade/trader'
import { nativeToken } from '#domain/units'

/**
 * Quotes, confirms, approves if needed, quotes again if that took time, checks, signs, stores, sends, follows. Nothing is
 * paid before the user saw the price and agreed. Run again with the same key, it resumes and never signs twice. After a
 * signature, every failure is derived from the journal's evidence.
 */
export async function swap(context: SwapContext, asked: SwapRequest, dialogue: Dialogue): Promise<SwapOutcome> {
  const request = { ...asked, quote: await resolveQuoteId(context, asked.quote) }
  if (request.dryRun) return tryOut(context, request, dialogue)
  const earlier = await findEarlierIntent(context.journal, keyOf(request), request)
  if (earlier !== undefined) dialogue.tell({ what: 'intent', id: earlier.id })
  return withOutcome(context, earlier?.id, async () => {
    if (earlier !== undefined && transactionOf(earlier, 'swap') !== undefined)
      return resumeStep(context, earlier, request, dialogue)
    if (request.account === undefined) throw fail('NO_ACCOUNT', {})
    const account = await context.accounts.find(request.account)
    const signer = context.accounts.signer(account)
    const bumps = createBumps(context, request, dialogue, signer)
    const patience = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds, bumps }
    const run: Run = { request, account, signer, dialogue, patience }
    const quote = await fetchFirstQuote(context, run, account.address)
    refuseGasless(quote)
    const chain = await context.chain(quote.request.network)
    checkAccountKind(account, chain.network)
    await checkRouter(chain, quote, request) // checked before it is approved, not only before it is called
    // like every check possible by then, before an approval costs gas
    await dialogue.confirmRisks({ ...quote, request: { ...quote.request, ...resolveParties(quote, account.address) } })
    const intent = earlier ?? requireSameRequest(await openIntent(context, run, quote), request)
    dialogue.tell({ what: 'intent', id: intent.id })
    return withOutcome(context, intent.id, () => carryOutSwap(context, run, { chain, intent, quote }))
  })
}

/** A dry run: of the account, or of any sender, who needs neither a key nor funds. */
async function tryOut(context: SwapContext, request: SwapRequest, dialogue: Dialogue): Promise<SwapOutcome> {
  if (context.isServiceRemote === true) refuseStoredQuote(request)
  const account = request.account === undefined ? undefined : await context.accounts.find(request.account)
  const sender = request.simulatedSender ?? account?.address
  const signer = account && context.accounts.signer(account)
  const quote = await fetchFirstQuote(context, { request, dialogue, signer }, sender)
  refuseGasless(quote)
  const chain = await context.chain(quote.request.network)
  await checkRouter(chain, quote, request)
  const quoted = quote.request.from
  const from = sender ?? (isPlaceholderAddress(quoted) ? placeholderSender : quoted)
  return dryRunSwap(context, { request }, { chain, quote, from })
}

/** Approves, signs and sends, once the user agreed to all of it. A declined swap is recorded in the journal. */
async function carryOutSwap(context: SwapContext, run: Run, input: PreparedSwap): Promise<SwapOutcome> {
  const { dialogue, signer, request } = run
  try {
    const sent = await approveAndSign(context, run, input)
    return await finishSwap(context, { ...sent, following: { ...run.patience, wait: request.wait } }, dialogue)
  } catch (error) {
    if (isFailure(error, 'DECLINED')) await context.journal.noteStage(input.intent.id, 'declined', context.clock.now())
    throw await nameLeftover(context, { ...input, signer, account: run.account, request }, dialogue, error)
  }
}

async function approveAndSign(context: SwapContext, run: Run, input: PreparedSwap): Promise<PreparedSwap> {
  const allowance = await previewAllowance(context, run, input)
  const agreed = await agreeOnSwap(context, run, { ...input, allowance })
  await run.signer.unlock() // a wrong password must cost neither an approval nor the quote
  const waiting = startWaiting(context.clock, run.request.timeoutSeconds)
  return withSellAllowance(context, run, { ...input, waiting }, async () => {
    const intent = await rereadIntent(context, input.intent)
    // another process may have signed it while this one waited for the lock: it needs no approval any more
    if (transactionOf(intent, 'swap') !== undefined) return { ...input, intent }
    return signWithAllowance(context, run, { ...input, intent, agreed, waiting })
  })
}

interface SwapToSign extends PreparedSwap {
  readonly agreed: AgreedSwap
  readonly waiting: Waiting
}

/**
 * Signs under the lock on the allowance. A plan may rest on an allowance that an endpoint showed after it was used up: the
 * check of the payload finds that before anything is signed for the swap, and it is planned once more. The approval that was
 * agreed to is signed once: a second one, after another program used up the first, is asked about.
 */
async function signWithAllowance(context: SwapContext, run: Run, input: SwapToSign): Promise<PreparedSwap> {
  const before = await countSigned(context, input)
  try {
    return await planAndSign(context, run, input)
  } catch (error) {
    if (!isFailure(error, 'ESTIMATE_GAS_FAILED') || error.details.check !== 'allowance') throw error
    if (run.request.approve === 'never') throw error
    const intent = await rereadIntent(context, input.intent)
    const isUsedUp = (await countSigned(context, input)) > before
    const agreed: AgreedSwap = isUsedUp ? { ...input.agreed, allowance: { by: 'none' } } : input.agreed
    return planAndSign(context, run, { ...input, intent, agreed })
  }
}

/** Transactions of a swap and its approvals. */
async function countSigned(context: SwapContext, { intent }: Pick<PreparedSwap, 'intent'>): Promise<number> {
  const all = [await rereadIntent(context, intent), ...(await listFurther(context, intent))]
  return all.reduce((sum, { transactions }) => sum + transactions.length, 0)
}

/** Plans the allowance again, now that no other command changes it, and asks again if that takes more than was agreed. */
async function planAndSign(
  context: SwapContext,
  run: Run,
  { agreed: first, ...input }: SwapToSign,
): Promise<PreparedSwap> {
  const { intent: settled, allowance, isAgreed } = await planAllowance(context, run, input, first.allowance)
  const agreed = isAgreed
    ? { ...first, allowance }
    : await agreeOnSwap(context, run, { ...input, quote: first.quote, allowance })
  const current = await refreshQuote(context, run, agreed.quote) // the lock was waited for: no approval for an old price
  const usable = whileUsable(context, run, current)
  const approved = await carryOutApproval(context, usable, { ...input, quote: current, intent: settled }, allowance)
  const quote = await refreshQuote(context, run, current, allowance.by === 'approval')
  const signed = quote === agreed.quote ? agreed : await agreeAgain(context, run, { ...input, quote, agreed })
  return signSwap(context, run, { ...input, intent: approved, quote, agreed: signed })
}

/** Native currency needs no allowance, so it is sold without waiting for other swaps. */
const withSellAllowance = <T>(
  context: SwapContext,
  { signer, dialogue }: Run,
  { quote: { sell, chainId }, waiting }: PreparedSwap & Pick<SwapToSign, 'waiting'>,
  work: () => Promise<T>,
): Promise<T> =>
  sell.address === nativeToken
    ? work()
    : withAllowanceLock(context, { chainId, account: signer.address, token: sell, waiting }, dialogue, work)

/** Shows what is about to be signed, by a quote that is not old, and has it confirmed. */
async function agreeOnSwap(
  context: SwapContext,
  run: Run,
  { chain, quote: shown, allowance }: PreparedSwap & { readonly allowance: AllowancePlan },
): Promise<AgreedSwap> {
  const quote = await refreshQuote(context, run, shown)
  requireSameTrade(shown, quote)
  const agreed = toAgreedSwap(context, run, { chain, quote, minimumOut: shown.minimumOut, allowance })
  await run.dialogue.confirmSwap(agreed.quote, agreed.terms)
  return agreed
}

/** A newer quote gives at least the agreed minimum, so the user is asked about it only on request. */
async function agreeAgain(
  context: SwapContext,
  run: Run,
  { chain, quote, agreed }: PreparedSwap & { readonly agreed: AgreedSwap },
): Promise<AgreedSwap> {
  if (run.request.requote !== 'ask') return agreed
  const { minimumOut } = agreed.quote
  const allowance = agreed.allowance.by === 'permit' ? agreed.allowance : ({ by: 'none' } as const)
  const next = toAgreedSwap(context, run, { chain, quote, minimumOut, allowance })
  await run.dialogue.confirmSwap(next.quote, next.terms)
  return next
}

/** A router that only the user trusts is approved exactly what is sold. @throws `ROUTER_NOT_TRUSTED`, `USAGE`. */
async function checkRouter(chain: Chain, { router }: Quote, { trustedRouter, approve }: SwapRequest): Promise<void> {
  const whose = await requireRouter(chain, router, trustedRouter)
  if (whose === 'trusted' && (approve === 'max' || approve === 'permit')) throw exactApprovalFailure()
}

/** A quote by its full id: `last` and a prefix mean another quote tomorrow. */
async function resolveQuoteId(context: SwapContext, quote: SwapRequest['quote']): Promise<SwapRequest['quote']> {
  if (!('id' in quote)) return quote
  return { ...quote, id: (await context.service.getQuote(quote.id)).quote.id }
}

/** A quote that was made for this run is no name of an earlier one: the service chose its id. */
const keyOf = ({ key, quote }: SwapRequest): string | undefined =>
  key ?? ('id' in quote && quote.isNew !== true ? quoteKey(quote.id) : undefined)

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

/** Resumes an intent's signed swap. @throws as `swap` does after its signature. */
export const resumeSwap = (
  context: SwapContext,
  intent: Intent,
  following: FollowOptions,
  dialogue: Dialogue,
): Promise<SwapOutcome> => withOutcome(context, intent.id, () => resumeStep(context, intent, following, dialogue))
