import { checkCrossRecipient } from '#app/crossing/check-terms'
import { requireOurCrossing } from '#app/crossing/our-contracts'
import { nameLeftover } from '#app/trade/allowance/leftover'
import { startWaiting, withAllowanceLock } from '#app/trade/allowance/lock'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { type CrossAllowance, previewCrossAllowance, settleCrossAllowance } from '#app/trade/cross/allowance'
import { requireBalance } from '#app/trade/cross/balance'
import { type CrossContext, type CrossRun, type PreparedCross, resolveCrossParties } from '#app/trade/cross/context'
import { finishCross, resumeCross } from '#app/trade/cross/follow'
import { createCrossBudget, requireL1FeeWithin, toCrossGasCost } from '#app/trade/cross/gas'
import { fetchCrossQuote, refreshCrossQuote, requireNoLess, whileCrossUsable } from '#app/trade/cross/quotes'
import { isNativeSale, requireSameCross, signCross } from '#app/trade/cross/sign'
import { findCrossIntent } from '#app/trade/earlier-intent'
import { withOutcome } from '#app/trade/steps/outcome'
import { rereadIntent } from '#app/trade/steps/send'
import { sumMaxGasCost } from '#app/trade/swap-parts/terms'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail, isFailure } from '#domain/errors'
import { crossKey } from '#domain/journal/quote-keys'
import { type GasBudget, type Intent, transactionOf } from '#domain/journal/swap'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { CrossOutcome, CrossRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import { wei } from '#domain/units'

/**
 * Quotes, confirms, approves if needed, quotes again if that took time, checks, signs, stores, sends, and follows both
 * networks. Run again with the same key, it resumes and never signs twice. After a signature, every failure is derived
 * from the journal's evidence.
 */
export async function cross(context: CrossContext, asked: CrossRequest, dialogue: Dialogue): Promise<CrossOutcome> {
  const request = { ...asked, quote: await resolveQuoteId(context, asked.quote) }
  const key = request.key ?? ('id' in request.quote ? crossKey(request.quote.id) : undefined)
  const earlier = key === undefined ? undefined : await findCrossIntent(context.journal, key, request.typed)
  if (earlier !== undefined) dialogue.tell({ what: 'intent', id: earlier.id })
  return withOutcome(context, earlier?.id, async () => {
    if (earlier !== undefined && transactionOf(earlier, 'cross') !== undefined)
      return resumeCross(context, earlier, request, dialogue)
    const account = await context.accounts.find(request.account)
    const signer = context.accounts.signer(account)
    const quote = await fetchCrossQuote(context, request, { sender: signer.address, dialogue })
    const [chain, destination] = await Promise.all([
      context.chain(quote.request.network),
      context.chain(quote.request.toNetwork),
    ])
    checkAccountKind(account, chain.network)
    await requireOurCrossing(chain, destination, quote.bridge.route) // before anything is approved, not only before it is called
    const parties = resolveCrossParties(quote, signer.address)
    checkCrossRecipient(destination.network, { ...quote.request, to: parties.to }, [quote.bridge.route])
    await signer.requireAllowed(toPlanned(quote, parties.to))
    await dialogue.confirmRisks({ ...quote, request: { ...quote.request, ...parties } })
    const intent = earlier ?? (await openIntent(context, { request, key, quote, from: signer.address }))
    dialogue.tell({ what: 'intent', id: intent.id })
    const run = { request, account, signer, dialogue, chain }
    return withOutcome(context, intent.id, () => carryOut(context, run, { intent, quote }))
  })
}

/** What the policy sees of it. */
const toPlanned = ({ request }: CrossQuote, recipient: CrossQuote['request']['to']) => ({
  network: request.network,
  sell: request.sell,
  sellAmount: request.sellAmount,
  buy: request.buy,
  toNetwork: request.toNetwork,
  recipients: isPlaceholderAddress(recipient) ? [] : [recipient],
})

async function resolveQuoteId(context: CrossContext, quote: CrossRequest['quote']): Promise<CrossRequest['quote']> {
  return 'id' in quote ? { id: (await context.crossing.getQuote(quote.id)).quote.id } : quote
}

interface IntentToOpen {
  readonly request: CrossRequest
  readonly key: string | undefined
  readonly quote: CrossQuote
  readonly from: Intent['from']
}

async function openIntent(context: CrossContext, { request, key, quote, from }: IntentToOpen): Promise<Intent> {
  const id = context.uuid()
  const opened = await context.journal.open({
    id,
    key: key ?? id,
    kind: 'cross',
    network: quote.request.network,
    chainId: quote.chainId,
    from,
    at: context.clock.now(),
    request: request.typed,
  })
  // another process may have opened it meanwhile, for another request
  return opened.id === id ? opened : ((await findCrossIntent(context.journal, opened.key, request.typed)) ?? opened)
}

/** A declined crossing is recorded in the journal. */
async function carryOut(context: CrossContext, run: CrossRun, prepared: PreparedCross): Promise<CrossOutcome> {
  const { dialogue, request, signer, account, chain } = run
  try {
    const intent = await approveAndSign(context, run, prepared)
    return await finishCross(context, { chain, intent, request }, dialogue)
  } catch (error) {
    if (isFailure(error, 'DECLINED'))
      await context.journal.noteStage(prepared.intent.id, 'declined', context.clock.now())
    const { quote, intent } = prepared
    const ended = { sell: quote.sell, router: quote.crossing, usd: quote.usd }
    throw await nameLeftover(context, { chain, intent, quote: ended, signer, account, request }, dialogue, error)
  }
}

interface AgreedCross {
  readonly quote: CrossQuote
  readonly allowance: CrossAllowance
  readonly gasBudget: GasBudget
}

async function approveAndSign(
  context: CrossContext,
  run: CrossRun,
  { intent, quote: first }: PreparedCross,
): Promise<Intent> {
  const { request, signer, dialogue, chain } = run
  await requireBalance(chain, first, signer.address)
  const preview = await previewCrossAllowance(context, run, first)
  const agreed = await agree(context, run, { quote: first, allowance: preview })
  await signer.unlock() // a wrong password must cost neither an approval nor the quote
  const waiting = startWaiting(context.clock, request.timeoutSeconds)
  const work = async () => {
    const current = await rereadIntent(context, intent)
    // another process may have signed it while this one waited for the lock: it needs no approval any more
    if (transactionOf(current, 'cross') !== undefined) return current
    const fresh = await refreshCrossQuote(context, request, agreed.quote, dialogue) // no approval for an old price
    requireSameCross(agreed.quote, fresh)
    const allowed = { intent: current, quote: fresh, agreed: agreed.allowance, waiting }
    const settled = await settleCrossAllowance(context, whileCrossUsable(context, run), allowed)
    const quote = await refreshCrossQuote(context, request, fresh, dialogue)
    if (quote !== agreed.quote) requireNoLess(quote, agreed.quote)
    return signCross(context, run, { intent: settled, quote, agreed: agreed.quote, gasBudget: agreed.gasBudget })
  }
  if (isNativeSale(first)) return work()
  const user = { chainId: chain.network.chainId, account: signer.address, token: first.sell, waiting }
  return withAllowanceLock(context, user, dialogue, work)
}

/** Shows what is about to be signed, by a quote that is not old, and has it confirmed. */
async function agree(
  context: CrossContext,
  { request, account, dialogue, chain }: CrossRun,
  { quote: shown, allowance }: { readonly quote: CrossQuote; readonly allowance: CrossAllowance },
): Promise<AgreedCross> {
  const quote = await refreshCrossQuote(context, request, shown, dialogue)
  requireSameCross(shown, quote)
  const gasBudget = createCrossBudget(chain.network, quote, request)
  requireL1FeeWithin(chain.network, quote, gasBudget)
  const gas = toCrossGasCost(quote, gasBudget)
  const approval = allowance.by === 'approval' ? allowance : undefined
  if (dialogue.confirmCrossing === undefined) throw fail('INTERNAL', { reason: 'nobody can be asked about a crossing' })
  await dialogue.confirmCrossing(quote, {
    account: { name: account.name, address: account.address },
    recipient: resolveCrossParties(quote, account.address).to,
    deadlineSeconds: request.deadlineSeconds,
    approval: approval?.plan,
    maxGasCost: sumMaxGasCost(gas, approval?.gas, request.guards.maxGas),
    expectedGasCost: wei(gas.expectedGasCost + (approval?.gas.expectedGasCost ?? 0n)),
    nativeUsd: gas.nativeUsd,
  })
  return { quote, allowance, gasBudget }
}
