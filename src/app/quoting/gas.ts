import type { QuoteContext } from '#app/context'
import { getPoolLookup } from '#app/quoting/pool-lookup'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Leg, Route } from '#domain/quotes/route'
import { amount, type Gas, gas } from '#domain/units'
import { computeOptimality } from '#routing/optimality'

/**
 * What the ends of a swap add to the gas of its legs, measured in the sandbox (`test/trade/routes.test.ts`). The
 * payment by the router is that of a plain token; a token behind a proxy takes 4,000 more.
 */
const endGas = { wrap: 6_500n, unwrap: 16_000n, affiliate: 10_000n, payment: 7_000n } as const
/**
 * Refunded per router balance that a swap fills and clears; all refunds together are at most a fifth of the gas used.
 */
const slotRefund = 19_900n

export interface EndpointFlags {
  readonly sellsNative: boolean
  readonly buysNative: boolean
  readonly paysAffiliate: boolean
  /** The output of the legs comes to the router, which then pays the recipient. */
  readonly throughRouter: boolean
  /** True if gas is part of the route's optimality gap. */
  readonly countsGas: boolean
}

/** The route with the gas of its ends added: the routing core sees wrapped tokens only, and no affiliate. */
export function addEndGas(route: Route, ends: EndpointFlags): Route {
  const { sellsNative, buysNative, paysAffiliate } = ends
  const isPaid = isPaidByRouter(route, ends)
  const more =
    (sellsNative ? endGas.wrap : 0n) +
    (buysNative ? endGas.unwrap : 0n) +
    (paysAffiliate ? endGas.affiliate : 0n) +
    (isPaid ? endGas.payment : 0n)
  const lost = isPaid && sellsNative ? computeLostRefund(route.gas + more) : 0n
  const whole = route.gas + more + lost
  const worth = route.gasInTokenOut
  return {
    ...route,
    gas: gas(whole),
    gasInTokenOut: worth && amount((worth * whole + route.gas - 1n) / route.gas),
    optimality: ends.countsGas ? adjustOptimality(route, more, lost) : route.optimality,
  }
}

/** The router always pays native currency; the unwrap includes that. A route without legs has no payment. */
const isPaidByRouter = ({ legs }: Route, { throughRouter, buysNative }: EndpointFlags): boolean =>
  throughRouter && !buysNative && legs.length > 0

/** Native currency is wrapped in the router, so two of the router's balances are filled and cleared. */
function computeLostRefund(used: bigint): bigint {
  const refund = 2n * slotRefund
  const returned = (used + refund) / 5n
  return returned < refund ? refund - returned : 0n
}

/**
 * Every route has these ends: the bound falls by at most their cost, the route's net output by at least that. The
 * minimum input does not change if every route loses the same; if this route loses more, it is unknown.
 * @param more the cost for every route
 * @param lost extra cost of this route; a larger one loses less
 */
function adjustOptimality(
  { optimality, amountOut, gasInTokenOut: worth, gas: used }: Route,
  more: bigint,
  lost: bigint,
) {
  if (optimality === undefined || !worth) return optimality
  const [min, max] = [((worth - 1n) * more) / used, (worth * (used + more + lost) + used - 1n) / used]
  const near = computeOptimality({ ...optimality, upperBound: optimality.upperBound - min }, amountOut - max)
  return near && { ...near, minInput: lost === 0n ? optimality.minInput : undefined }
}

/** Extra gas of writing a slot for the first time, compared with a slot written before. */
const freshSlot = 17_100n
/** A pool without trades yet has two such slots: a pair's cumulative prices; a pool's fees and its observation. */
const freshPool = 2n * freshSlot
/**
 * The receiver has no balance of the token yet; or, for native currency, no account. The same holds for a router that
 * pays.
 */
const freshReceiver = 25_000n
/** Three slots of a tick that was never crossed, over the 23,800 of one that was: 2.2 times that on top. */
const freshTicks = { numerator: 11n, denominator: 5n }

/**
 * A gas limit for the whole transaction that suffices if every slot is written for the first time, times 1.5: up to a
 * fifth of the gas used is refunded at the end but has to be available first. Unused gas is not paid.
 */
export function computeGasLimit(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  { snapshot, route, ends }: { snapshot: Snapshot; route: Route; ends: EndpointFlags },
): Gas {
  const { stateOf } = getPoolLookup(snapshot.pools)
  const receivers = 1n + (ends.paysAffiliate ? 1n : 0n) + (isPaidByRouter(route, ends) ? 1n : 0n)
  let max = route.gas + receivers * freshReceiver
  for (const leg of route.legs) {
    const protocol = protocols.get(leg.pool.venue.protocol)
    const state = stateOf(leg.pool.address)
    const gasOf = (amountIn: bigint) => protocol?.gas(state, toPoolTrade(leg, amountIn)) ?? 0n
    const crossing = gasOf(leg.amountIn) - gasOf(1n)
    max += freshPool + (crossing * freshTicks.numerator) / freshTicks.denominator
  }
  return gas((max * 3n) / 2n)
}

const toPoolTrade = ({ pool, tokenIn, tokenOut }: Leg, amountIn: bigint) => ({
  from: pool.tokens.indexOf(tokenIn),
  to: pool.tokens.indexOf(tokenOut),
  amountIn: amount(amountIn),
})
