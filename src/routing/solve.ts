import type { Task } from '#routing/index/task'
import { type Certificate, certify } from '#routing/proof/certify'
import { boundAtLegLimit } from '#routing/proof/leg-bound'
import type { ProofWorkspace } from '#routing/proof/proof-state'
import { type Incumbent, type LocalOptimum, toIncumbent } from '#routing/search/incumbent'
import { createEnd, isAtLegLimit, kickOn } from '#routing/search/leg-limit'
import { searchFurther } from '#routing/search/leg-limit-restarts'
import { continueSearch, resume, search } from '#routing/search/search'
import type { SearchWorkspace } from '#routing/search/workspace'

/** Workspaces for searches and for proofs, which also say how long to search when the leg limit holds a route back. */
export interface SolverContext {
  readonly workspace: SearchWorkspace
  readonly proofs: ProofWorkspace
  /** Whether the caller needs nothing better than the result of a first search; it does if absent. */
  readonly isEnough?: ((searched: LocalOptimum) => boolean) | undefined
}

/**
 * The best route over the index, in floats. If a first search ends at the leg limit, its bound says how much longer to search.
 * @param last the previous result for the same pair; if it is still usable, the search only continues from it
 */
export function solve(context: SolverContext, task: Task, last?: Incumbent): LocalOptimum | undefined {
  const { workspace, proofs, isEnough } = context
  const at = last && resume(workspace, task, last)
  if (at !== undefined) return continueSearch(workspace, at)
  const { effort } = workspace
  const began = effort.spent()
  const searched = search(workspace, task, last?.extra)
  if (searched === undefined || last !== undefined || effort.isOver() || isEnough?.(searched)) return searched
  if (!isAtLegLimit(searched)) {
    const end = createEnd(workspace, task, Number.POSITIVE_INFINITY, began)
    return task.effort === 'thorough' ? kickOn(workspace, searched, end) : searched
  }
  const legs = boundAtLegLimit(proofs, task, toIncumbent(workspace, searched))
  if (legs === undefined) return searched
  const found = searchFurther(workspace, searched, legs.legPrice, createEnd(workspace, task, legs.bound, began))
  return { ...found, pricedLegs: legs }
}

/** A previous result at current states, and its proven bound. */
export interface ResumedSearch {
  readonly optimum: LocalOptimum
  readonly found: Incumbent
  readonly certificate: Certificate
}

/**
 * The previous result for the same pair with a current proof of its gap. Proving from the prices of the last proof is
 * faster than a search, which mostly finds nothing better. `undefined` if the result is no longer usable.
 */
export function resumeWithProof(
  { workspace, proofs }: SolverContext,
  task: Task,
  last: Incumbent,
): ResumedSearch | undefined {
  const searched = resume(workspace, task, last)
  if (searched === undefined) return undefined
  const found = { ...toIncumbent(workspace, searched), proven: last.proven }
  const certificate = certify(proofs, task, found)
  return certificate && { optimum: searched, found, certificate }
}

/**
 * The outcome of a search continued from a resumed result. The bound does not depend on the route found, so its
 * certificate is kept unless reaching the leg limit changed.
 */
export function toImprovedSearch(
  { workspace }: SolverContext,
  { optimum: at, found: before, certificate }: ResumedSearch,
  searched: LocalOptimum,
): ImprovedSearch {
  const found = { ...toIncumbent(workspace, searched), proven: certificate }
  const isProven = isAtLegLimit(searched) === isAtLegLimit(at) && found.net >= before.net
  return { optimum: searched, found, certificate: isProven ? certificate : undefined }
}

export interface ImprovedSearch {
  readonly optimum: LocalOptimum
  readonly found: Incumbent
  readonly certificate: Certificate | undefined
}
