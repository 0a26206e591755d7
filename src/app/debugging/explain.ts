import { listCandidates } from '#app/debugging/create-bundle'
import { requireReplayable, selectFamilies } from '#app/debugging/replay'
import { toRouteRequest } from '#app/quoting/route-terms'
import { listPoolVerdicts } from '#app/quoting/verdicts'
import type { CandidatePath, QuoteBundle } from '#domain/debugging/bundle'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import type {
  ComparedPath,
  ExplainedPath,
  ExplainedPool,
  Explanation,
  GapAccount,
  LossAccount,
} from '#domain/debugging/explanation'
import { fail } from '#domain/errors'
import type { Pool, Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import { poolsOf, type Route, type RouteRequest, wholeShare } from '#domain/quotes/route'
import { splitProportionally } from '#domain/quotes/split-proportionally'
import { type Address, amount, ppm } from '#domain/units'
import { evaluateLegs } from '#routing/answer/evaluate-legs'
import type { PoolAudit, RouteAudit } from '#routing/explain/audit'
import { createPoolPrices, type PoolPriceLookup, stateAfterRoute } from '#routing/explain/pool-prices'
import { createRouter } from '#routing/router'

interface ExplainContext {
  readonly protocols: Protocols
}

/**
 * Every pool that was read and what became of it, and where the quote's price comes from, from a bundle alone.
 * @throws `BUNDLE_INCOMPLETE` without pools or without a route
 */
export function explainBundle(context: ExplainContext, bundle: QuoteBundle): Explanation {
  const whole = requireReplayable(bundle)
  const { market, quote } = whole
  const { route } = quote
  if (route.legs.length === 0) throw fail('BUNDLE_INCOMPLETE', { missing: 'route' })
  const { snapshot } = market
  const families = selectFamilies(context, bundle)
  const core = evaluateLegs(families, snapshot.pools, route)
  const router = createRouter(families)
  router.loadSnapshot(snapshot, bundle.wrapped)
  const request = toSaleRequest(whole)
  const audit = core && router.audit(request, route.legs)
  const unused = router.explain(request, poolsOf(route))
  const verdicts = listPoolVerdicts({ excludedPools: market.excludedPools, snapshot }, { route, unused })
  const toCost = createGasCost(route)
  const used = core?.gas ?? route.gas
  const compare = (path: CandidatePath): ComparedPath => ({ ...path, net: path.amountOut - toCost(path.gas) })
  const candidates = listCandidates(families.protocols, snapshot, { ...route, maxHops: request.maxHops }).map(compare)
  const spots = {
    before: createPoolPrices(families, snapshot.pools),
    after: createPoolPrices(families, stateAfterRoute(families, snapshot.pools, route.legs)),
  }
  return {
    paths: explainPaths(route, spots),
    pools: explainPools(market, verdicts, { route, audit }),
    loss: accountForLoss(whole, spots.before),
    gap: audit?.gap && toGapAccount(audit.gap),
    net: route.amountOut - toCost(used),
    gas: used,
    bestSinglePool: bestOf(candidates.filter(({ hops }) => hops.length === 1)),
    bestSinglePath: bestOf(candidates),
  }
}

/** The search as for a sale of what the route sells: the prices of a purchase's proof are those of its sale. */
function toSaleRequest({ request, quote, wrapped }: ReplayableBundle): RouteRequest {
  const { amountIn } = quote.route
  const sale = toRouteRequest({ wrapped }, { question: request, tradeAmount: { amountIn } })
  return { ...sale, amountIn }
}

/** Gas in the output token, at the quote's own price; 0 if nothing prices it. */
const createGasCost =
  ({ gasInTokenOut, gas: whole }: Route) =>
  (units: bigint): bigint =>
    gasInTokenOut === undefined || whole === 0n ? 0n : (gasInTokenOut * units) / whole

const bestOf = (paths: readonly ComparedPath[]): ComparedPath | undefined =>
  paths.reduce<ComparedPath | undefined>(
    (best, one) => (best === undefined || one.net > best.net ? one : best),
    undefined,
  )

interface Spots {
  readonly before: PoolPriceLookup
  readonly after: PoolPriceLookup
}

function explainPaths({ paths }: Route, { before, after }: Spots): readonly ExplainedPath[] {
  const shares = splitProportionally(
    paths.map(({ amountIn }) => amountIn),
    1_000_000,
  )
  return paths.map(({ hops, amountIn, amountOut }, i) => {
    const through = (spot: PoolPriceLookup) =>
      hops.reduce((price, hop) => price * (spot(hop)?.afterFee ?? Number.NaN), 1)
    return {
      share: ppm(shares[i] ?? 0),
      hops: hops.map(({ pool, tokenIn, tokenOut }) => ({
        source: pool.venue.name,
        pool: pool.address,
        tokenIn,
        tokenOut,
      })),
      amountIn,
      amountOut,
      first: through(before),
      average: Number(amountOut) / Number(amountIn),
      next: through(after),
    }
  })
}

interface PoolEvidence {
  readonly route: Route
  readonly audit: RouteAudit | undefined
}

function explainPools(
  { snapshot, excludedPools }: { readonly snapshot: Snapshot; readonly excludedPools: readonly Pool[] },
  verdicts: ReturnType<typeof listPoolVerdicts>,
  { route, audit }: PoolEvidence,
): readonly ExplainedPool[] {
  const known = new Map<Address, Pool>()
  for (const { pool } of [...(snapshot.skipped ?? []), ...snapshot.pools]) known.set(pool.address, pool)
  for (const pool of excludedPools) known.set(pool.address, pool)
  const explained = verdicts.map(({ source, address, reason }): ExplainedPool => {
    const pool = known.get(address)
    const legs = route.legs.filter((leg) => leg.pool.address === address)
    return {
      source,
      address,
      tokens: pool?.tokens ?? [],
      feePpm: pool?.feePpm ?? 0,
      reason,
      legs: legs.map(({ tokenIn, tokenOut, amountIn, amountOut }) => ({ tokenIn, tokenOut, amountIn, amountOut })),
      ...comparePool(audit?.pools.get(address)),
    }
  })
  return explained.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** The route's pools, then the others by how near they were to being used. */
const rankOf = ({ reason, behindPpm }: ExplainedPool): number =>
  reason === undefined ? Number.NEGATIVE_INFINITY : (behindPpm ?? Number.MAX_VALUE)

const comparePool = (audit: PoolAudit | undefined) => ({
  behindPpm: audit?.bestRatio === undefined ? undefined : (1 - audit.bestRatio) * 1e6,
  gain: audit?.gain ?? 0,
  gasCost: audit?.gasCost ?? 0,
})

/** Follows the amount through the legs at the prices of their first units, without fees and with them. */
function accountForLoss({ quote }: ReplayableBundle, spot: PoolPriceLookup): LossAccount {
  const { route, request, affiliateFee, gasPrice, l1Fee } = quote
  const ofFirst = (price: 'beforeFee' | 'afterFee') => {
    const held = new Map<Address, number>([[route.tokenIn, Number(route.amountIn)]])
    for (const leg of route.legs) {
      const balance = held.get(leg.tokenIn) ?? 0
      const spent = (balance * leg.share32) / wholeShare
      held.set(leg.tokenIn, balance - spent)
      held.set(leg.tokenOut, (held.get(leg.tokenOut) ?? 0) + spent * (spot(leg)?.[price] ?? Number.NaN))
    }
    return held.get(route.tokenOut) ?? 0
  }
  const [free, first, out] = [ofFirst('beforeFee'), ofFirst('afterFee'), Number(route.amountOut)]
  const ideal = (free * Number(request.sellAmount)) / Number(route.amountIn)
  const gasCost = Number(route.gasInTokenOut ?? 0n)
  const l1 = l1Fee === undefined ? 0 : (gasCost * Number(l1Fee)) / Number(route.gas * gasPrice)
  const parts = [
    ...(affiliateFee === 0n ? [] : [{ kind: 'affiliate' as const, value: ideal - free }]),
    { kind: 'fees' as const, value: free - first },
    { kind: 'impact' as const, value: first - out },
    { kind: 'gas' as const, value: gasCost },
    ...(l1 === 0 ? [] : [{ kind: 'l1' as const, value: l1 }]),
  ]
  return { ideal, parts, net: out - gasCost - l1 }
}

function toGapAccount({ upperBound, gap, byPool, gas: beyond, proof }: NonNullable<RouteAudit['gap']>): GapAccount {
  return {
    upperBound: amount(upperBound),
    gap,
    parts: [
      ...[...byPool]
        .filter(([, value]) => value !== 0)
        .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
        .map(([pool, value]) => ({ kind: 'pool' as const, pool, value })),
      { kind: 'gas' as const, value: beyond },
      { kind: 'proof' as const, value: proof },
    ],
  }
}
