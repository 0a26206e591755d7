/** Takes a signed order on: every check, then one transaction that nothing can half undo. */

import { getSimulationFailure, simulationFailure } from '#app/build-payload'
import { requireDeployedRouter } from '#app/deployed-contracts'
import { allowanceIssue, balanceIssue, readHoldings } from '#app/holdings'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { isPlaceholderAddress, type Quote, requireLiveQuote } from '#domain/quotes/quote'
import type { GaslessTerms, OrderSubmission } from '#domain/relay/order-terms'
import { nativeSaleRefusal } from '#domain/relay/refusals'
import type { Relay, RelayDraft } from '#domain/relay/relay'
import { nativeToken, noBytes, type Seconds, seconds } from '#domain/units'
import { checkOrder } from '#encoding/order/check'
import { requirePermit } from './checks/permit.ts'
import { parseKeySignature, requireSignature } from './checks/signature.ts'
import { laneOf, type RelayContext } from './context.ts'
import { encodeFill, orderOf, toFillCall } from './fill.ts'
import { syncLane } from './lane-nonce.ts'
import { limitCost } from './price.ts'
import { createRecord } from './record.ts'

export interface Acceptance {
  readonly relay: Relay
  /** It was accepted before, by the same signature. */
  readonly isKnown: boolean
}

/**
 * Accepts a signed order: once, however often it is submitted.
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `QUOTE_CONSUMED` also for another signature; `GASLESS_NOT_AVAILABLE`,
 *   `SWAP_SIGNATURE_NOT_VALID`, `PERMIT_NOT_VALID`, `PERMIT_EXPIRED`, `PERMIT_NOT_SUPPORTED`, `ESTIMATE_GAS_FAILED`
 */
export async function acceptOrder(context: RelayContext, submission: OrderSubmission): Promise<Acceptance> {
  const stored = await context.quotes.get(submission.quoteId)
  const { id, request, gasless } = stored.quote
  const earlier = await findEarlier(context, stored.quote, submission)
  if (earlier !== undefined) return { relay: earlier, isKnown: true }
  const quote = requireLiveQuote(stored, context.clock.now())
  if (gasless === undefined) throw refusal('The quote was made with gasless=false.', 'make a quote with gasless=true')
  if (request.sell === nativeToken) throw nativeSaleRefusal()
  if (isPlaceholderAddress(request.from) || isPlaceholderAddress(request.to))
    throw refusal('The quote names no account.', 'make a quote with fromAddress and toAddress')
  const perDay = context.caps.get(request.network)
  if (perDay === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  const chain = await context.chain(request.network)
  try {
    const draft = await checkOrderOnChain(context, chain, { quote, terms: gasless, submission })
    // The account may have been used since the quote, which a resumed lane has to know.
    await syncLane(context, chain)
    const balance = await chain.balance(draft.relayer)
    const limits = { perDay, balance, maxOfOwner: context.limits.maxOfOwner }
    return { relay: await context.relays.accept(draft, createRecord(quote, draft), limits), isKnown: false }
  } catch (error) {
    // Another submission of the same order may have been faster.
    const won = isFailure(error, 'QUOTE_CONSUMED') && (await findEarlier(context, quote, submission))
    if (won) return { relay: won, isKnown: true }
    throw isFailure(error, 'QUOTE_CONSUMED') ? fail('QUOTE_CONSUMED', { id }) : error
  }
}

const refusal = (reason: string, fix?: string) =>
  fail('GASLESS_NOT_AVAILABLE', { reason, ...(fix === undefined ? {} : { fix }) })

/** @throws `QUOTE_CONSUMED` if the quote was executed with another signature */
async function findEarlier(
  { relays }: RelayContext,
  { id }: Quote,
  { signature }: OrderSubmission,
): Promise<Relay | undefined> {
  const earlier = await relays.findByQuote(id)
  if (earlier === undefined) return undefined
  const isSame = [signature, parseKeySignature(signature)?.signature].includes(earlier.signature)
  if (!isSame) throw fail('QUOTE_CONSUMED', { id })
  return earlier
}

interface OrderToCheck {
  readonly quote: Quote
  readonly terms: GaslessTerms
  readonly submission: OrderSubmission
}

/** Signature, approval, holdings, execution at the latest block, cost: in this order, so that the first reason is told. */
async function checkOrderOnChain(
  context: RelayContext,
  chain: Chain,
  { quote, terms, submission }: OrderToCheck,
): Promise<RelayDraft> {
  const { network } = chain
  const lane = laneOf(context, network)
  const now = context.clock.now()
  await requireDeployedRouter(context.contracts, chain)
  if (quote.request.from === lane.relayer) throw refusal('The account is the relayer itself.')
  if (terms.deadline <= now) throw fail('QUOTE_EXPIRED', { id: quote.id, secondsAgo: now - terms.deadline })
  const order = orderOf(quote)
  const parties = { from: quote.request.from, to: quote.request.to }
  const { minimumOut } = quote
  checkOrder({ quote, parties, minimumOut, maxSwapFee: terms.swapFee, now, deadlineWithin: [1, 900] }, order)
  const signature = await requireSignature(context, chain, order, submission.signature)
  const holdings = await readHoldings(chain, quote, quote.request.from)
  const lacking = balanceIssue(quote, holdings)
  if (lacking !== undefined) throw lacking
  const missing = allowanceIssue(quote, holdings)
  if (missing !== undefined && submission.permitSignature === noBytes) throw missing
  const permit = missing === undefined ? undefined : await requirePermit(context, chain, quote, submission)
  const data = encodeFill(quote, { signature, permit: permit?.bytes })
  const call = toFillCall(network, { relayer: lane.relayer, data })
  const failure = getSimulationFailure(await chain.simulate(call), quote.buy)
  if (failure !== undefined) throw simulationFailure(failure)
  const limits = await limitCost(chain, { quote, terms, call, estimate: await chain.estimateGas(call) })
  return {
    ...{ ...lane, ...limits, id: context.uuid(), quoteId: quote.id, owner: quote.request.from, signature, data },
    ...{ deadline: earliest(terms.deadline, permit?.until), swapFee: terms.swapFee, createdAt: now },
  }
}

const earliest = (one: Seconds, other: Seconds = one): Seconds => seconds(Math.min(one, other))
