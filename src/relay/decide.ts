/** What is due for an open order. Pure: the same facts always give the same action. */
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import { raiseFee } from '#app/trade/steps/replacement-fees'
import type { Conclusion } from '#domain/journal/evidence'
import { type GasFees, gasPriceOf } from '#domain/payload'
import type { Relay } from '#domain/relay/relay'
import { type Seconds, type Wei, wei } from '#domain/units'
import { minCancelGas } from './price.ts'

export type Action =
  | { readonly do: 'wait' }
  /** The same bytes once more. */
  | { readonly do: 'rebroadcast' }
  /** The order: its first version, or one with higher fees. */
  | { readonly do: 'fill'; readonly fees: GasFees }
  /** A transfer of nothing, which frees the nonce. */
  | { readonly do: 'cancel'; readonly fees: GasFees }

export interface OrderFacts {
  readonly relay: Relay
  /** `undefined` before the first signature. */
  readonly conclusion: Conclusion | undefined
  /** What the chain asks now. */
  readonly market: GasFees
  /** By our clock. If it is behind the chain's, an order past its deadline fails its simulation before it is offered again. */
  readonly now: Seconds
  readonly replaceAfterSeconds: number
  /** The order was simulated before this signature and cannot succeed any more. */
  readonly isDoomed: boolean
  readonly cancels: boolean
  /** Of the version that is due, with what it may rise by; 0 as long as it is not known which that is. */
  readonly l1Fee: Wei
}

const wait: Action = { do: 'wait' }

/**
 * An order is filled until its deadline, within its price; then its nonce is freed by a cancellation, within another and
 * higher price. What is due but too expensive waits, the L1 fee included: it comes down again, and then the lane goes on.
 */
export function decide(facts: OrderFacts): Action {
  const { relay, conclusion, now, isDoomed, cancels } = facts
  if (conclusion !== undefined && isSettling(conclusion)) return wait
  const newest = relay.attempts.at(-1)
  const mustCancel = newest?.kind === 'cancel' || now > relay.deadline || isDoomed
  if (mustCancel && !cancels) return wait
  const kind = mustCancel ? 'cancel' : 'fill'
  const again: Action = conclusion?.mayBroadcast === true ? { do: 'rebroadcast' } : wait
  const isFirst = newest === undefined || (newest.kind === 'cancel') !== mustCancel
  if (!isFirst && !isUnderpriced(facts)) return again
  const maxPrice = computeMaxPrice(facts, kind)
  const fees = maxPrice === undefined ? undefined : offer(facts.market, newest?.payload.fees, maxPrice)
  return fees === undefined ? again : { do: kind, fees }
}

/** The price per gas at which a version and its L1 fee cost no more than what is reserved; `undefined` if none does. */
function computeMaxPrice({ relay, l1Fee }: OrderFacts, kind: 'fill' | 'cancel'): Wei | undefined {
  const left = relay.reserved - l1Fee
  if (left < 0n) return undefined
  return kind === 'cancel'
    ? wei(minBigint(relay.maxCancelPrice, left / minCancelGas))
    : wei(minBigint(relay.maxPrice, left / relay.gasLimit))
}

/** It is in a block, or its nonce is used: only more blocks can tell more. */
const isSettling = ({ stage, receipt, replacedBy }: Conclusion): boolean =>
  receipt !== undefined || replacedBy !== undefined || stage === 'replaced'

/** The newest version offers less than the next block asks, and had its time. */
function isUnderpriced({ relay, market, now, replaceAfterSeconds }: OrderFacts): boolean {
  const newest = relay.attempts.at(-1)
  if (newest === undefined) return false
  const age = now - newest.signedAt
  // Signed later than now, by a clock that was set back since: its time is not known, and its deadline does not wait.
  if (age >= 0 && age < replaceAfterSeconds) return false
  // After a long time anything is worth a higher offer: the node may hold back what pays too little for its turn.
  return gasPriceOf(newest.payload.fees) < expectedPriceOf(market) || age >= 5 * replaceAfterSeconds
}

/**
 * The market's fees within a price, and above those of the version before by what nodes require; `undefined` if no such
 * offer could be mined in the next block.
 */
export function offer(market: GasFees, before: GasFees | undefined, maxPrice: Wei): GasFees | undefined {
  const min = before === undefined ? 0n : raiseFee(gasPriceOf(before), 0)
  const price = minBigint(maxBigint(gasPriceOf(market), min), maxPrice)
  if (price < min || price < expectedPriceOf(market)) return undefined
  if (market.type === 0) return { type: 0, gasPrice: wei(price) }
  const minTip = before?.type === 2 ? raiseFee(before.maxPriorityFeePerGas, 0) : 0n
  const tip = maxBigint(market.maxPriorityFeePerGas, minTip)
  return tip > price ? undefined : { type: 2, maxFeePerGas: wei(price), maxPriorityFeePerGas: wei(tip) }
}

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)
