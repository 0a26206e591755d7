import { balanceIssue, readHoldings } from '#app/holdings'
import { approvalFailure } from '#app/trade/allowance/approve'
import { findOrderPermit } from '#app/trade/allowance/order-permit'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { requireOurRouter } from '#app/trade/checks/our-router'
import { resolveParties } from '#app/trade/checks/resolve-parties'
import { requireFreeNonce } from '#app/trade/order-state'
import { toSignedOrder } from '#app/trade/signed-order'
import { getSwapIfAnswered, submitOrder } from '#app/trade/submit-order'
import { fetchFirstQuote, requireUnusedQuote } from '#app/trade/swap-parts/quotes'
import type { SwapContext } from '#app/trade/swap-parts/run'
import { verifyOrder, verifyUntilEnd } from '#app/trade/verify-order'
import { voidExpiredOrders } from '#app/trade/void-orders'
import { toOrder } from '#domain/api/order'
import type { SwapTypedData } from '#domain/api/typed-data'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { GaslessTerms, OrderPermit } from '#domain/relay/order-terms'
import { pendingOrder } from '#domain/relay/pending-order'
import { finalSwapStates, type SwapRecord } from '#domain/service/swap-record'
import type { Account, Signer } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/dialogue'
import type { GaslessOutcome, SwapRequest } from '#domain/trade/trader'
import { amount, type Hex, type NetworkName, noBytes, type Seconds, seconds } from '#domain/units'
import { checkOrder } from '#encoding/order/check'

/** How often the service is asked what became of the order. */
const pollMs = 1_000

/**
 * Signs an order for the service's relayer, which pays the gas and takes its fee from what is sold. Nothing of the
 * service's order is signed: it is made here, from the request, and compared with what the user agreed to.
 * @throws `GASLESS_NOT_AVAILABLE`; what a swap throws before its signature; `PENDING` for whatever fails once the service
 *   has the order
 */
export async function swapGasless(
  context: SwapContext,
  request: SwapRequest,
  dialogue: Dialogue,
): Promise<GaslessOutcome> {
  if (request.account === undefined) throw fail('NO_ACCOUNT', {})
  const account = await context.accounts.find(request.account)
  const signer = context.accounts.signer(account)
  if ('request' in request.quote)
    await voidExpiredOrders(context, await context.chain(request.quote.request.network), account.address)
  const quote = await fetchFirstQuote(context, { request, dialogue, signer }, account.address)
  const { gasless } = quote
  if (gasless === undefined) throw fail('GASLESS_NOT_AVAILABLE', { reason: 'The quote is not a gasless one.' })
  if (isPlaceholderAddress(quote.request.from))
    throw fail('GASLESS_NOT_AVAILABLE', { reason: 'The quote names no account.', fix: 'name an account: --account' })
  const chain = await context.chain(quote.request.network)
  checkAccountKind(account, chain.network)
  await requireOurRouter(chain, quote.router)
  const parties = resolveParties(quote, account.address)
  await dialogue.confirmRisks({ ...quote, request: { ...quote.request, ...parties } })
  const permit = await planPermit(chain, quote, { account, approve: request.approve })
  if (dialogue.confirmOrder === undefined) throw fail('INTERNAL', { reason: 'nobody can agree to an order here' })
  const { swapFee: fee, deadline } = gasless
  await dialogue.confirmOrder(quote, { account, recipient: parties.to, fee, permit: permit?.kind, deadline })
  const order = toOrder(quote, (address) => address)
  const { minimumOut } = quote
  checkOrder({ quote, parties, minimumOut, maxSwapFee: gasless.swapFee, now: context.clock.now() }, order)
  requireUnusedQuote(await context.service.getQuote(quote.id), context.clock.now()) // as it was before the dialogue
  const block = await requireFreeNonce(chain, termsOf(quote, gasless), quote.id) // the nonce is the service's choice
  const submission = await signAll(signer, quote, { order, permit })
  const signed = toSignedOrder(chain.network, { order: order.message, signature: submission.signature })
  const submitted = { quoteId: quote.id, deadline: gasless.deadline }
  dialogue.tell({ what: 'order', ...submitted })
  const record = await submitOrder(context.service, { quoteId: quote.id, ...submission }, gasless.deadline)
  try {
    const until = context.clock.elapsed() + (request.wait ? request.timeoutSeconds * 1_000 : 0)
    const followed = await follow(context, record, until)
    const hint = { named: followed.transactionHash, freeAt: block, confirmations: request.confirmations }
    const seen = await verifyUntilEnd(context.clock, until, () => verifyOrder(chain, signed, hint))
    return { quote, record: followed, seen }
  } catch (error) {
    const why = error instanceof SwapError ? { why: error.message } : {}
    throw pendingOrder(submitted, 'Its end is not known', { cause: error, ...why })
  }
}

/**
 * By the user's own endpoint, never by the service's word.
 * @throws `PERMIT_NOT_SUPPORTED`; `ESTIMATE_GAS_FAILED` if the balance is too small, or the allowance is and none may be given
 */
async function planPermit(
  chain: Chain,
  quote: Quote,
  { account, approve }: { readonly account: Account; readonly approve: SwapRequest['approve'] },
): Promise<OrderPermit | undefined> {
  const { sell: token, router: spender, request, gasless } = quote
  const holdings = await readHoldings(chain, quote, account.address)
  const lacking = balanceIssue(quote, holdings)
  if (lacking !== undefined) throw lacking
  const { allowance } = holdings
  if (allowance !== undefined && allowance >= request.sellAmount) return undefined
  // A signed approval gives an allowance like one by transaction.
  if (approve === 'never') throw approvalFailure({ token, needed: request.sellAmount }, allowance ?? amount(0n))
  const deadline = gasless?.deadline ?? seconds(0)
  return findOrderPermit(chain, { token, owner: account.address, spender, value: request.sellAmount, deadline })
}

interface OrderToSign {
  readonly order: SwapTypedData
  readonly permit: OrderPermit | undefined
}

async function signAll(
  signer: Signer,
  { id, request: { network } }: Quote,
  { order, permit }: OrderToSign,
): Promise<{ readonly signature: Hex; readonly permitSignature: Hex; readonly permitDeadline: Seconds }> {
  await signer.unlock()
  // The approval first: it may not exceed what is left of a limit of a day, in which the order then counts.
  const approval = await signApproval(signer, network, permit)
  return { signature: await signer.signOrder(order, network, id), ...approval }
}

async function signApproval(
  signer: Signer,
  network: NetworkName,
  permit: OrderPermit | undefined,
): Promise<{ readonly permitSignature: Hex; readonly permitDeadline: Seconds }> {
  if (permit === undefined) return { permitSignature: noBytes, permitDeadline: seconds(0) }
  if (permit.kind === 'dai') {
    const permitSignature = await signer.signDaiPermit(permit.request, network)
    return { permitSignature, permitDeadline: permit.request.expiry }
  }
  const permitSignature = await signer.signPermit(permit.request, network)
  return { permitSignature, permitDeadline: permit.request.deadline }
}

/** @param until by the clock's `elapsed` */
async function follow({ service, clock }: SwapContext, record: SwapRecord, until: number): Promise<SwapRecord> {
  let last = record
  while (!finalSwapStates.has(last.status) && clock.elapsed() < until) {
    await clock.sleep(pollMs)
    last = await getSwapIfAnswered(service, record.id, last)
  }
  return last
}

const termsOf = ({ router: nonces, request }: Quote, { nonce, deadline }: GaslessTerms) => ({
  ...{ nonces, sender: request.from, nonce, deadline },
})
