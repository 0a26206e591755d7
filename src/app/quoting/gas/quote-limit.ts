import type { QuoteContext } from '#app/context'
import type { EndpointFlags, GasEstimate } from '#app/quoting/gas/expected'
import { getPoolLookup, toPoolTrade } from '#app/quoting/pool-lookup'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import { type Gas, gas, million } from '#domain/units'

/** What the ends of a swap add at most to routing's figures for its legs. */
const endGas = 46_500n

/** The router always pays native currency; a route without legs has no payment. */
const isPaidByRouter = ({ legs }: Route, { throughRouter, buysNative }: EndpointFlags): boolean =>
  throughRouter && !buysNative && legs.length > 0

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

interface LimitTerms {
  readonly snapshot: Snapshot
  readonly route: Route
  /** The route with routing's own figure for its gas: every leg by itself, so it is rarely less than what is used. */
  readonly core: Route
  readonly ends: EndpointFlags
}

/**
 * A gas limit for the whole transaction that suffices if every slot is written for the first time, times 1.5: up to a
 * fifth of the gas used is refunded at the end but has to be available first. Unused gas is not paid.
 */
export function computeGasLimit(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  { snapshot, route, core, ends }: LimitTerms,
): Gas {
  const { stateOf } = getPoolLookup(snapshot.pools)
  const receivers = 1n + (ends.paysAffiliate ? 1n : 0n) + (isPaidByRouter(route, ends) ? 1n : 0n)
  const usual = core.gas + endGas > route.gas ? core.gas + endGas : route.gas
  let max = usual + receivers * freshReceiver
  for (const leg of route.legs) {
    const protocol = protocols.get(leg.pool.venue.protocol)
    const state = stateOf(leg.pool.address)
    const gasOf = (amountIn: bigint) => protocol?.gas(state, toPoolTrade(leg, amountIn)) ?? 0n
    const crossing = gasOf(leg.amountIn) - gasOf(1n)
    max += freshPool + (crossing * freshTicks.numerator) / freshTicks.denominator
  }
  return gas((max * 3n) / 2n)
}

/** The first tick that a swap crosses, never crossed before: 63,000 in Uniswap v3, of which each call keeps back a 64th. */
const freshTick = 64_000

interface NeedTerms {
  readonly snapshot: Snapshot
  readonly route: Route
  readonly estimate: GasEstimate
  readonly slippage: QuoteRequest['slippage']
}

/**
 * What a payload's limit is computed from. Where the price moved far in the trade's favour, the way back may lead over
 * ticks that were never crossed; more than the need again is not left for them, but always one.
 */
export function computeGasNeed(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  { snapshot, route, estimate, slippage }: NeedTerms,
): NonNullable<Quote['gasNeed']> {
  const { stateOf } = getPoolLookup(snapshot.pools)
  const share = Number(slippage) / Number(million)
  const rise = route.legs.reduce((sum, leg) => {
    const protocol = protocols.get(leg.pool.venue.protocol)
    return sum + (protocol?.gasRise?.(stateOf(leg.pool.address), toPoolTrade(leg, leg.amountIn), share) ?? 0)
  }, 0)
  return { now: toGas(estimate.needed), rise: toGas(Math.min(rise, Math.max(estimate.needed, freshTick))) }
}

const toGas = (units: number): Gas => gas(BigInt(Math.ceil(units)))
