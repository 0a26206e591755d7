import { type ExactOutRequest, poolsOf, type RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { amount } from '#domain/units'
import type { ExactOutAnswer } from './exact-out.ts'
import { mostSold } from './least-amount.ts'
import type { Answer } from './look.ts'
import { createRouter, type RouterContext } from './router.ts'
import type { Unused } from './unused.ts'

export interface RouteAnswer extends Answer {
  /** Why the other pools are not in the route. Worked out when it is called: few ever ask, and it takes a while. */
  readonly explain: () => Unused
}

/**
 * The route that gives the most of `tokenOut` after gas, over the pools of one snapshot; never less than the best
 * single path gives. Gas counts as nothing where no pool prices native in `tokenOut`.
 *
 * Pure: equal input gives the same route to the wei. Excluded pools are the caller's to leave out.
 */
export function findRoute(
  context: RouterContext,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: RouteRequest },
): RouteAnswer {
  const router = createRouter(context)
  router.see(snapshot, request.wrapped)
  const answer = router.find(request)
  return { ...answer, explain: () => router.explain(request, poolsOf(answer.route)) }
}

/** The route that buys at least what is wanted for least. Everything else as {@link findRoute}. */
export function findRouteToBuy(
  context: RouterContext,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: ExactOutRequest },
): ExactOutAnswer & RouteAnswer {
  const router = createRouter(context)
  router.see(snapshot, request.wrapped)
  const answer = router.findExactOut(request)
  const amountIn = answer.route?.amountIn ?? amount(mostSold)
  return { ...answer, explain: () => router.explain({ ...request, amountIn }, poolsOf(answer.route)) }
}
