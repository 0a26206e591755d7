/**
 * Closes the gap that prices alone leave: at the prices of the bound some pools gain just what their gas costs, and
 * using a part of such a pool would be optimal. A route uses the pool or not, and either way the bound is lower. So
 * this branches on one pool after another, always at the node with the highest bound (branch and bound, best first).
 */
import type { ProofState } from '#routing/bound/proof-state'
import { type BranchNode, branchOn, createRootNode } from './branch-node.ts'
import { gatherCoreWithin } from './near-edges.ts'

/** Maximum number of nodes; after the first few, continues only if these have closed this part of the gap. */
const maxNodes = 64
const firstNodes = 8
const minEarlyProgress = 0.25

/**
 * Upper bound on the net output of any route, at least `min`: nothing below that is explored.
 * @param bound proven by the prices in the workspace
 * @param min routes that give no more are ignored: the found one gives that, or nearly so
 */
export function boundByBranches(state: ProofState, bound: number, min: number): number {
  const core = bound > min ? gatherCoreWithin(state, bound - min) : undefined
  if (core === undefined) return bound
  const open: BranchNode[] = []
  const consider = (node: BranchNode) => {
    if (!(node.bound <= min)) insertByBound(open, node) // NaN proves nothing
  }
  consider(createRootNode(state, core, min))
  for (let count = 0; count < maxNodes; count += 1) {
    const node = open.at(-1)
    if (node === undefined || node.next < 0) break
    if (count === firstNodes && node.bound - min > (1 - minEarlyProgress) * (bound - min)) break
    open.pop()
    for (const below of branchOn(state, node, min)) consider(below)
  }
  return Math.min(bound, open.at(-1)?.bound ?? min)
}

/** Keeps the highest bound last. */
function insertByBound(open: BranchNode[], node: BranchNode): void {
  const place = open.findIndex(({ bound }) => bound > node.bound)
  open.splice(place < 0 ? open.length : place, 0, node)
}
