/** Where a route's optimality gap comes from, and how every pool compares with the prices at which it was proven. */

import { itemAt } from '#domain/item-at'
import type { Leg, RouteRequest } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import { f64, i32 } from '#math/typed'
import { baseRouteGas, type Evaluation, evaluate } from '#routing/answer/evaluate'
import { type LegPlan, toPlannedLegs } from '#routing/answer/evaluate-legs'
import { toIntegerBound } from '#routing/answer/optimality'
import { type Edge, groupByPool, type PoolGraph } from '#routing/index/pool-graph'
import { computeGain, type DualPrices, isTradableEdge } from '#routing/proof/arbitrage'
import { certify } from '#routing/proof/certify'
import { extendPrices } from '#routing/proof/extend-prices'
import { type ProofState, prove } from '#routing/proof/proof-state'
import { computeLegCost, type Scope } from '#routing/proof/scope'
import { tightenUpperBound } from '#routing/proof/tighten-upper-bound'
import { type RouterState, type RouteSearch, searchRoute } from '#routing/search-route'

/** A pool at the prices of the proof, in smallest units of the output token; floats. */
export interface PoolAudit {
  /**
   * Value of the output over the input for its first unit, after its fee: below 1 it loses against the route's own last
   * unit, whatever the amount. `undefined` if a token of it has no price.
   */
  readonly bestRatio: number | undefined
  /** The most it could add at these prices, before gas; 0 if it loses. */
  readonly gain: number
  /** Of the least gas of a leg over it. */
  readonly gasCost: number
}

/** The parts add up to the gap, up to float precision. */
export interface GapAudit {
  /** Rounded outward. */
  readonly upperBound: bigint
  /** `upperBound` less the route's value. */
  readonly gap: bigint
  /** What pools could add at the prices of the proof beyond what the route gains there; without those at 0. */
  readonly byPool: ReadonlyMap<Address, number>
  /** Gas of the route beyond the least that the bound counts for its pools. */
  readonly gas: number
  /** What the proof adds to those prices: it excludes routes, so mostly below 0; and its outward rounding. */
  readonly proof: number
}

export interface RouteAudit {
  readonly pools: ReadonlyMap<Address, PoolAudit>
  /** `undefined` if nothing was proven. */
  readonly gap: GapAudit | undefined
}

/** @returns `undefined` if no path leads from the input to the output token, or the legs cannot be executed */
export function auditRoute(
  state: RouterState,
  request: RouteRequest,
  legs: readonly LegPlan[],
): RouteAudit | undefined {
  const search = searchRoute(state, request)
  const found = search?.searchOutcome.found
  const planned = toPlannedLegs(state.market.edges, legs)
  const executed = planned && evaluate(planned, request)
  if (search === undefined || found === undefined || planned === undefined || executed === undefined) return undefined
  const certificate = request.optimizeFor === 'gas' ? undefined : certify(state.proofs, search.task, found)
  const upperBound = toIntegerBound(certificate, everyRouteCost(search))
  return prove(state.proofs, search.task, found, (start) => {
    const { work } = tightenUpperBound(start, found.net)
    const proof = { work, dual: extendPrices(work), prices: state.proofs.prices }
    const gap = { search, executed, edges: planned.map(({ edge }) => edge) }
    return {
      pools: auditPools(state.market, proof),
      gap: upperBound === undefined ? undefined : auditGap(state.market, proof, { ...gap, upperBound }),
    }
  })
}

/** Of the gas that every transaction pays, which bounds do not count. */
const everyRouteCost = ({ context: { objective } }: RouteSearch) => objective.gasUnitCost * Number(baseRouteGas)

interface AuditProof {
  readonly work: ProofState
  readonly prices: DualPrices
  readonly dual: ReturnType<typeof extendPrices>
}

function auditPools(
  { edges: all }: PoolGraph,
  { work: { scope }, prices }: AuditProof,
): ReadonlyMap<Address, PoolAudit> {
  const audits = new Map<Address, PoolAudit>()
  for (const edges of groupByPool(all)) audits.set(itemAt(edges, 0).live.pool.address, auditPool(edges, scope, prices))
  return audits
}

function auditPool(edges: readonly Edge[], scope: Scope, prices: DualPrices): PoolAudit {
  let bestRatio: number | undefined
  let gain = 0
  let gasCost = Number.POSITIVE_INFINITY
  for (const { id } of edges) {
    if (!isTradableEdge(scope, id)) continue
    const { from, to, spot } = scope.index.book
    const [selling, buying] = [f64(prices, i32(from, id)), f64(prices, i32(to, id))]
    if (selling > 0 && buying > 0) bestRatio = Math.max(bestRatio ?? 0, (buying * f64(spot, id)) / selling)
    gain = Math.max(gain, computeGain(scope, prices, id))
    gasCost = Math.min(gasCost, computeLegCost(scope, id))
  }
  return { bestRatio, gain, gasCost: Number.isFinite(gasCost) ? gasCost : 0 }
}

interface GapInput {
  readonly search: RouteSearch
  readonly executed: Evaluation
  /** Of the executed legs, in their order. */
  readonly edges: readonly Edge[]
  readonly upperBound: bigint
}

/**
 * With prices ν the route's output is D · ν_s + Σ over its legs of (ν_b · y − ν_a · x), because whatever goes into a
 * token between comes out of it again; and the bound of the prices is D · ν_s + Σ over pools of their largest surplus.
 * So the difference is a sum over pools.
 */
function auditGap(market: PoolGraph, { work, prices, dual }: AuditProof, input: GapInput): GapAudit {
  const { search, executed, edges, upperBound } = input
  const byPool = new Map<Address, number>()
  const add = (edge: Edge | undefined, value: number) => {
    const address = edge?.live.pool.address
    if (address !== undefined) byPool.set(address, (byPool.get(address) ?? 0) + value)
  }
  for (const { edge, value } of dual.surpluses) add(market.edges[edge], value)
  let counted = 0
  executed.legs.forEach(({ amountIn, amountOut }: Leg, i) => {
    const edge = edges[i]
    if (edge === undefined) return
    const cost = computeLegCost(work.scope, edge.id)
    counted += cost
    add(edge, cost - (f64(prices, edge.target) * Number(amountOut) - f64(prices, edge.source) * Number(amountIn)))
  })
  const { objective } = search.context
  const everyRoute = everyRouteCost(search)
  const gasCost = objective.gasCost(executed.gas)
  return {
    upperBound,
    gap: upperBound - (executed.amountOut - gasCost),
    byPool,
    gas: Number(gasCost) - counted - everyRoute,
    proof: Number(upperBound) + everyRoute - dual.bound,
  }
}
