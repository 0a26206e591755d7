import type { QuoteContext } from '#app/context'
import { countTransfers, type RouteTransfers, refundOfCleared, type SwapAccounts } from '#app/quoting/gas/transfers'
import { getPoolLookup, toPoolTrade } from '#app/quoting/pool-lookup'
import type { ListedToken } from '#domain/network'
import type { GasDetail } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import { type Leg, type Route, wholeShare } from '#domain/quotes/route'
import { type Address, amount, type Gas, gas } from '#domain/units'
import { baseRouteGas, intermediateGasSaving } from '#routing/answer/evaluate'
import { computeOptimality } from '#routing/answer/optimality'

/** How a swap begins and ends: the routing core sees wrapped tokens only, and no affiliate. */
export interface EndpointFlags {
  readonly sellsNative: boolean
  readonly buysNative: boolean
  readonly paysAffiliate: boolean
  /** The output of the legs comes to the router, which then pays the recipient. */
  readonly throughRouter: boolean
  /** True if gas is part of the route's optimality gap. */
  readonly countsGas: boolean
}

export interface GasTerms {
  readonly ends: EndpointFlags
  readonly accounts: SwapAccounts
  /** Tokens whose transfers cost more than a plain token's. */
  readonly tokens: readonly Pick<ListedToken, 'address' | 'transferGas'>[]
}

/**
 * Gas of a transaction and its ends beyond the legs and the touches of tokens, fitted to 300 swaps through the router in
 * the sandbox (`test/trade/routes.test.ts`). An affiliate is paid a used balance.
 */
const fixed = { base: 26_300, wrap: 9_600, unwrap: 19_000, affiliate: 9_300, payment: 5_800 } as const
/** A route without legs: an unwrap pays native currency, a wrap the token. */
const wrapEnds = { wrap: 4_600, unwrap: 12_500, affiliate: 8_200 } as const
/** What routing counts for every leg and a route's legs share: the touches that are counted here instead. */
const sharedTouches = 31_200
/** A transfer that is not made, because the leg before has sent the input. */
const fedSaving = 4_200
/** An account that did not exist is created by a payment of native currency. */
const newAccount = 25_000
/** Refunds are at most a fifth of the gas used. */
const refundQuotient = 5

/** Gas of calldata by the parts of a leg. */
const legBytes = { plain: 430, wide: 670, token: 320, wholeShare: 48 } as const

/** What a transaction needs, and what of it is refunded at its end. */
export interface GasEstimate {
  readonly needed: number
  readonly used: Gas
}

/** Expected gas of a quote's transaction, on pools that were traded with before. */
export function estimateGas(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  { pools }: Pick<Snapshot, 'pools'>,
  { route, terms }: { readonly route: Route; readonly terms: GasTerms },
): GasEstimate {
  const { ends, accounts, tokens } = terms
  if (route.legs.length === 0) return estimateWrapGas(route, terms)
  const { stateOf } = getPoolLookup(pools)
  const details = route.legs.map((leg) => {
    const protocol = protocols.get(leg.pool.venue.protocol)
    return (
      protocol?.gasDetail?.(stateOf(leg.pool.address), toPoolTrade(leg, leg.amountIn), leg.pool) ?? usualDetail(leg)
    )
  })
  const isPaid = ends.throughRouter && !ends.buysNative
  const moved = countTransfers({
    ...accounts,
    ...ends,
    legs: route.legs,
    sold: route.tokenIn,
    bought: route.tokenOut,
    isPaid,
  })
  const cleared = refundOfCleared(details.reduce((sum, detail) => sum + detail.cleared, 0))
  const needed =
    fixed.base +
    sumEnds(ends, isPaid) +
    (ends.buysNative && accounts.isNewRecipient ? newAccount : 0) +
    sumLegs(route) +
    details.reduce((sum, { beyond }) => sum + beyond, 0) +
    cleared +
    sumCalldata(route) +
    moved.gas -
    fedSaving * moved.fed +
    sumTransferGas(moved, tokens)
  return settleRefund(needed, moved.refund + cleared)
}

const usualDetail = ({ move }: Leg): GasDetail => ({ beyond: 0, cleared: move.move === 'adapter' ? 2 : 0 })

function settleRefund(needed: number, refund: number): GasEstimate {
  const returned = Math.min(refund, Math.floor(needed / refundQuotient))
  return { needed, used: gas(BigInt(Math.round(needed - returned))) }
}

function estimateWrapGas({ gas: core }: Route, { ends, accounts }: GasTerms): GasEstimate {
  const { sellsNative, buysNative, paysAffiliate } = ends
  const fresh = accounts.isNewRecipient ? (buysNative ? newAccount : 17_100) : 0
  const sides = (sellsNative ? wrapEnds.wrap : 0) + (buysNative ? wrapEnds.unwrap : 0)
  const needed = Number(core) + sides + (paysAffiliate ? wrapEnds.affiliate : 0) + fresh
  return { needed, used: gas(BigInt(needed)) }
}

const sumEnds = (ends: EndpointFlags, isPaid: boolean): number =>
  (ends.sellsNative ? fixed.wrap : 0) +
  (ends.buysNative ? fixed.unwrap : 0) +
  (isPaid ? fixed.payment : 0) +
  (ends.paysAffiliate ? fixed.affiliate : 0)

/** Routing's gas of the legs, without what they share. */
function sumLegs({ legs, gas: core, tokenIn, tokenOut }: Route): number {
  const tokens = new Set([tokenIn, tokenOut, ...legs.flatMap((leg) => [leg.tokenIn, leg.tokenOut])])
  const saved = intermediateGasSaving * BigInt(tokens.size - 2)
  return Number(core - baseRouteGas + saved) - sharedTouches * legs.length
}

function sumCalldata({ legs, tokenIn }: Route): number {
  return legs.reduce((sum, { move, share32, tokenIn: spent }) => {
    const isWide = move.move === 'vault' || move.move === 'adapter'
    const share = share32 === wholeShare ? -legBytes.wholeShare : 0
    return sum + legBytes.plain + share + (isWide ? legBytes.wide : 0) + (spent === tokenIn ? 0 : legBytes.token)
  }, 0)
}

const noTransferGas = { first: 0, each: 0 }

function sumTransferGas({ counts }: RouteTransfers, tokens: GasTerms['tokens']): number {
  const costs = new Map(tokens.map(({ address, transferGas }): [Address, typeof transferGas] => [address, transferGas]))
  return [...counts].reduce((sum, [token, count]) => {
    const { first, each } = costs.get(token) ?? noTransferGas
    return sum + first + each * count
  }, 0)
}

/**
 * A route with its expected gas. Routing compares routes by its own figures, and so does its proof: the difference moves
 * the bound as it moves the route.
 */
export function withExpectedGas(route: Route, { used }: GasEstimate, countsGas: boolean): Route {
  const worth = route.gasInTokenOut
  return {
    ...route,
    gas: used,
    gasInTokenOut: worth && amount((worth * used + route.gas - 1n) / route.gas),
    optimality: countsGas ? shiftOptimality(route, used - route.gas) : route.optimality,
  }
}

/** The bound is rounded up, the route's value down. */
function shiftOptimality({ optimality, amountOut, gasInTokenOut: worth, gas: core }: Route, more: bigint) {
  if (optimality === undefined || !worth) return optimality
  const shift = more >= 0n ? ((worth - 1n) * more) / core : (worth * more - core + 1n) / core
  const cost = (worth * (core + more) + core - 1n) / core
  const near = computeOptimality({ ...optimality, upperBound: optimality.upperBound - shift }, amountOut - cost)
  return near && { ...near, minInput: optimality.minInput }
}
