import type { Protocols } from '#domain/protocol'
import type { RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import type { Explained } from './explain.ts'
import { type Answer, createRouter } from './router.ts'

export interface RouteAnswer extends Answer, Explained {}

/**
 * The route that gives the most of `tokenOut` after gas, over the pools of one snapshot; never less than the best
 * single path gives. Gas counts as nothing where no pool prices native in `tokenOut`.
 *
 * Pure: equal input gives the same route to the wei. Excluded pools are the caller's to leave out.
 */
export function findRoute(
  context: { readonly protocols: Protocols },
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: RouteRequest },
): RouteAnswer {
  const router = createRouter(context)
  router.see(snapshot, request.wrapped)
  const answer = router.find(request)
  return { ...answer, ...router.explain(request, answer.route) }
}
