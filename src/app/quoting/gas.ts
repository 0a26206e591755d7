import type { QuoteContext } from '#app/context'
import { indexOf } from '#app/quoting/pool-index'
import type { Leg, Route } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { type Amount, amount, type Gas, gas } from '#domain/units'
import { optimalityOf } from '#routing/optimality'

/** What the ends of a swap add to its legs, measured in the sandbox (`test/trade/routes.test.ts`). */
const endGas = { wrap: 6_500n, unwrap: 16_000n, affiliate: 10_000n } as const

export interface Ends {
  readonly sellsNative: boolean
  readonly buysNative: boolean
  readonly paysAffiliate: boolean
  /** Gas is part of what the route is near to the best of. */
  readonly countsGas: boolean
}

/** The route with the gas of its ends: the routing core sees wrapped tokens only, and no affiliate. */
export function withEnds(route: Route, ends: Ends): Route {
  const { sellsNative, buysNative, paysAffiliate } = ends
  const more =
    (sellsNative ? endGas.wrap : 0n) + (buysNative ? endGas.unwrap : 0n) + (paysAffiliate ? endGas.affiliate : 0n)
  const whole = route.gas + more
  const worth = route.gasInTokenOut
  return {
    ...route,
    gas: gas(whole),
    gasInTokenOut: worth && amount((worth * whole + route.gas - 1n) / route.gas),
    optimality: ends.countsGas ? withMoreGas(route, more) : route.optimality,
  }
}

/**
 * Every route has these ends: the bound falls by no more than they cost, the route's worth by no less. Which input is the
 * least does not change, as all routes leave less by the same.
 */
function withMoreGas({ optimality, amountOut, gasInTokenOut: worth, gas: used }: Route, more: bigint) {
  if (optimality === undefined || !worth) return optimality
  const [least, most] = [((worth - 1n) * more) / used, (worth * (used + more) + used - 1n) / used]
  const near = optimalityOf({ ...optimality, upperBound: optimality.upperBound - least }, amountOut - most)
  return near && { ...near, leastInput: optimality.leastInput }
}

/** More than a slot that was written before costs, where a slot is written for the first time. */
const freshSlot = 17_100n
/** A pool that nobody traded with yet has two of them: a pair's sums of prices, a pool's fees and its observation. */
const freshPool = 2n * freshSlot
/** The one who receives has none of the token yet; or, of the native currency, no account. */
const freshReceiver = 25_000n
/** Three slots of a tick that no price has crossed yet, over the 23,800 for one that was: 2.2 times as much more. */
const freshTicks = { numerator: 11n, denominator: 5n }

/**
 * A limit for the whole transaction that holds where every slot is written for the first time, and half as much again:
 * of what a swap uses up to a fifth is given back at its end, but has to be there first. What is not used is not paid.
 */
export function gasLimitOf(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  { snapshot, route, affiliateFee }: { snapshot: Snapshot; route: Route; affiliateFee: Amount },
): Gas {
  const { stateOf } = indexOf(snapshot.pools)
  const receivers = affiliateFee > 0n ? 2n : 1n
  let most = route.gas + receivers * freshReceiver
  for (const leg of route.legs) {
    const protocol = protocols.get(leg.pool.venue.protocol)
    const state = stateOf(leg.pool.address)
    const gasOf = (amountIn: bigint) => protocol?.gas(state, tradeOf(leg, amountIn)) ?? 0n
    const crossing = gasOf(leg.amountIn) - gasOf(1n)
    most += freshPool + (crossing * freshTicks.numerator) / freshTicks.denominator
  }
  return gas((most * 3n) / 2n)
}

const tradeOf = ({ pool, tokenIn, tokenOut }: Leg, amountIn: bigint) => ({
  from: pool.tokens.indexOf(tokenIn),
  to: pool.tokens.indexOf(tokenOut),
  amountIn: amount(amountIn),
})
