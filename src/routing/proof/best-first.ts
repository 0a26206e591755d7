/** Branch and bound, always at the node with the highest bound. */

export interface SearchNode {
  /** Upper bound on the net output of the node's routes. */
  readonly bound: number
  /** The edge to branch on next; −1 if none is undecided. */
  readonly next: number
}

export interface BestFirstLimits {
  /** Maximum number of nodes; after the first few, continues only if these have closed a part of the gap. */
  readonly maxNodes: number
  readonly firstNodes: number
  readonly minEarlyProgress: number
}

export interface BestFirstRange {
  /** The bound that early progress is measured from. */
  readonly before: number
  /** Nothing below this is explored. */
  readonly min: number
  /** A bound as low as this is not tightened further; `min` if absent. */
  readonly enough?: number
}

/**
 * The highest bound that is left, at least `min`.
 * @param branchOn the nodes below one with an undecided edge
 */
export function exploreBestFirst<N extends SearchNode>(
  root: N,
  { before, min, enough = min }: BestFirstRange,
  { maxNodes, firstNodes, minEarlyProgress }: BestFirstLimits,
  branchOn: (node: N) => readonly N[],
): number {
  const open: N[] = []
  const consider = (node: N) => {
    if (!(node.bound <= min)) insertByBound(open, node) // NaN proves nothing
  }
  consider(root)
  for (let count = 0; count < maxNodes; count += 1) {
    const node = open.at(-1)
    if (node === undefined || node.next < 0 || node.bound <= enough) break
    if (count === firstNodes && node.bound - min > (1 - minEarlyProgress) * (before - min)) break
    open.pop()
    for (const below of branchOn(node)) consider(below)
  }
  return open.at(-1)?.bound ?? min
}

/** Keeps the highest bound last. */
function insertByBound<N extends SearchNode>(open: N[], node: N): void {
  const place = open.findIndex(({ bound }) => bound > node.bound)
  open.splice(place < 0 ? open.length : place, 0, node)
}
