import type { Snapshot } from '#domain/pools/snapshot'
import { type ExactOutRequest, poolsOf, type RouteRequest } from '#domain/quotes/route'
import { amount } from '#domain/units'
import type { ExactOutResult } from '#routing/exact-out/exact-out'
import { maxAmountIn } from '#routing/exact-out/min-amount'
import type { UnusedPools } from '#routing/explain/unused-pools'
import { createRouter, type Router, type RouterContext } from './router.ts'
import type { RoutingResult } from './search-route.ts'

export interface ExplainedResult extends RoutingResult {
  /** Why the other pools are not in the route. Computed on demand: it is slow and few callers need it. */
  readonly explain: () => UnusedPools
}

/**
 * The route that gives the most of `tokenOut` after gas, over the pools of one snapshot; never less than the best
 * single path gives. Gas counts as nothing if no pool prices native in `tokenOut`.
 *
 * Pure: equal input gives the same route to the wei. The caller leaves out excluded pools.
 * @param router of another snapshot for the same request, if its pools whose state is the same object need not be
 *   prepared again
 */
export function findRoute(
  context: RouterContext,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: RouteRequest },
  router: Router = createRouter(context),
): ExplainedResult {
  router.loadSnapshot(snapshot, request.wrapped, request)
  const answer = router.find(request)
  return { ...answer, explain: () => router.explain(request, poolsOf(answer.route)) }
}

/** The cheapest route that buys at least `amountOut`. Otherwise as {@link findRoute}. */
export function findRouteToBuy(
  context: RouterContext,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: ExactOutRequest },
  router: Router = createRouter(context),
): ExactOutResult & ExplainedResult {
  router.loadSnapshot(snapshot, request.wrapped, request)
  const answer = router.findExactOut(request)
  const amountIn = answer.route?.amountIn ?? amount(maxAmountIn)
  return { ...answer, explain: () => router.explain({ ...request, amountIn }, poolsOf(answer.route)) }
}
