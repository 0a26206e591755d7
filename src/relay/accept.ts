/** Takes a signed order on: every check, then one transaction that nothing can half undo. */

import { getSimulationFailure, simulationFailure } from '#app/build-payload'
import { allowanceIssue, balanceIssue, type HeldTrade, readHoldings } from '#app/holdings'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { GaslessTerms, OrderSubmission } from '#domain/relay/order-terms'
import { nativeSaleRefusal } from '#domain/relay/refusals'
import type { Relay, RelayDraft } from '#domain/relay/relay'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Token } from '#domain/token'
import {
  type Address,
  type Hex,
  type NetworkName,
  nativeToken,
  noBytes,
  type QuoteId,
  type Seconds,
  seconds,
} from '#domain/units'
import { requirePermit } from './checks/permit.ts'
import { type OrderToSign, requireSignature } from './checks/signature.ts'
import { laneOf, type RelayContext } from './context.ts'
import { type SignedOrderParts, toFillCall } from './fill.ts'
import { findEarlier } from './find-accepted.ts'
import { syncLane } from './lane-nonce.ts'
import { limitCost, type OrderGas } from './price.ts'

export interface Acceptance {
  readonly relay: Relay
  /** It was accepted before, by the same signature. */
  readonly isKnown: boolean
}

/** A quote whose order is submitted, of either kind. */
export interface OfferedOrder {
  readonly id: QuoteId
  readonly request: {
    readonly network: NetworkName
    readonly sell: Address
    readonly sellAmount: HeldTrade['request']['sellAmount']
    readonly from: Address
    readonly to: Address
  }
  readonly sell: Token
  readonly gasless: GaslessTerms | undefined
  /**
   * @returns the signature's hash, if the quote is consumed for the order of this very signature
   * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED` if it is consumed otherwise
   */
  readonly requireLive: (signature: Hex) => Promise<Hex | undefined>
  /** Our contracts, and the order against its quote: all that does not need its signature. */
  readonly check: (chain: Chain, terms: GaslessTerms) => Promise<CheckedOrder>
  readonly toRecord: (draft: RelayDraft) => SwapRecord
}

/** An order that is what was quoted, for contracts that are ours. */
export interface CheckedOrder extends Pick<OrderToSign, 'typedData' | 'digest'> {
  /** Whom the sender has to allow the token. */
  readonly spender: Address
  readonly takesPermit: boolean
  readonly encode: (parts: SignedOrderParts) => Hex
  readonly gas: OrderGas
  /** The token that a missed minimum is of. */
  readonly bought: Token
}

/**
 * Accepts a signed order: once, however often it is submitted.
 * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED` also for another signature; `GASLESS_NOT_AVAILABLE`,
 *   `SWAP_SIGNATURE_NOT_VALID`, `PERMIT_NOT_VALID`, `PERMIT_EXPIRED`, `PERMIT_NOT_SUPPORTED`, `ESTIMATE_GAS_FAILED`
 */
export async function acceptOrder(
  context: RelayContext,
  offered: OfferedOrder,
  submission: OrderSubmission,
): Promise<Acceptance> {
  const { id, request, gasless } = offered
  const earlier = await findEarlier(context, id, submission)
  if (earlier !== undefined) return { relay: earlier, isKnown: true }
  const held = await offered.requireLive(submission.signature)
  if (gasless === undefined) throw refusal('The quote was made with gasless=false.', 'make a quote with gasless=true')
  if (request.sell === nativeToken) throw nativeSaleRefusal()
  if (isPlaceholderAddress(request.from) || isPlaceholderAddress(request.to))
    throw refusal('The quote names no account.', 'make a quote with fromAddress and toAddress')
  const perDay = context.caps.get(request.network)
  if (perDay === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  const chain = await context.chain(request.network)
  try {
    const draft = await draftOrder(context, chain, { offered, terms: gasless, submission })
    // The account may have been used since the quote, which a resumed lane has to know.
    await syncLane(context, chain)
    const balance = await chain.balance(draft.relayer)
    const limits = { perDay, balance, maxOfOwner: context.limits.maxOfOwner }
    submission.signal?.throwIfAborted()
    submission.accepting?.()
    return { relay: await context.relays.accept(draft, offered.toRecord(draft), limits, held), isKnown: false }
  } catch (error) {
    // Another submission of the same order may have been faster: its nonce and what it sells are used then.
    const won = await findEarlier(context, id, submission)
    if (won !== undefined) return { relay: won, isKnown: true }
    throw isFailure(error, 'QUOTE_CONSUMED') ? fail('QUOTE_CONSUMED', { id }) : error
  }
}

const refusal = (reason: string, fix?: string) =>
  fail('GASLESS_NOT_AVAILABLE', { reason, ...(fix === undefined ? {} : { fix }) })

interface OrderToDraft {
  readonly offered: OfferedOrder
  readonly terms: GaslessTerms
  readonly submission: OrderSubmission
}

/** Signature, approval, holdings, execution at the latest block, cost: in this order, so that the first reason is told. */
async function draftOrder(
  context: RelayContext,
  chain: Chain,
  { offered, terms, submission }: OrderToDraft,
): Promise<RelayDraft> {
  const { network } = chain
  const { id, request, sell } = offered
  const lane = laneOf(context, network)
  const now = context.clock.now()
  if (request.from === lane.relayer) throw refusal('The account is the relayer itself.')
  if (terms.deadline <= now) throw fail('QUOTE_EXPIRED', { id, secondsAgo: now - terms.deadline })
  const order = await offered.check(chain, terms)
  const sender = request.from
  const signature = await requireSignature(context, chain, { ...order, sender }, submission.signature)
  const held = { id, request, sell, router: order.spender }
  const holdings = await readHoldings(chain, held, sender)
  const lacking = balanceIssue(held, holdings)
  if (lacking !== undefined) throw lacking
  const missing = allowanceIssue(held, holdings)
  if (missing !== undefined && (!order.takesPermit || submission.permitSignature === noBytes)) throw missing
  const permit =
    missing === undefined ? undefined : await requirePermit(context, chain, { ...held, owner: sender }, submission)
  const data = order.encode({ signature, permit: permit?.bytes })
  const call = toFillCall(network, { relayer: lane.relayer, data })
  const failure = getSimulationFailure(await chain.simulate(call), order.bought)
  if (failure !== undefined) throw simulationFailure(failure)
  const { worth } = terms
  const limits = await limitCost(chain, { gas: order.gas, worth, call, estimate: await chain.estimateGas(call) })
  return {
    ...{ ...lane, ...limits, id: context.uuid(), quoteId: id, owner: sender, signature, data },
    ...{ deadline: earliest(terms.deadline, permit?.until), swapFee: terms.swapFee, createdAt: now },
  }
}

const earliest = (one: Seconds, other: Seconds = one): Seconds => seconds(Math.min(one, other))
