/**
 * What prices alone leave open: at the prices of the bound some pools gain just what their gas costs, and a part of such
 * a pool would suit best. A route uses it or does not, and either way the bound is lower. So the question is put of one
 * pool after another, always where the bound is highest (branch and bound, best first).
 */
import type { Work } from '#routing/bound/work'
import { coreWithin } from './near-edges.ts'
import { firstNode, type Node, nodesBelow } from './node.ts'

/** Questions that are put at the most; after the first few, only where these have proven this part of what was open. */
const mostQuestions = 64
const firstQuestions = 8
const worthMore = 0.25

/**
 * No route gives more net of gas than this, which is no less than `least`: nothing below that is looked at.
 * @param bound that prices prove, which stand in the room
 * @param least routes that give no more are not of interest: the found one does, or nearly so
 */
export function boundByBranches(work: Work, bound: number, least: number): number {
  const core = bound > least ? coreWithin(work, bound - least) : undefined
  if (core === undefined) return bound
  const open: Node[] = []
  const consider = (node: Node) => {
    if (!(node.bound <= least)) insert(open, node) // what is not a number proves nothing
  }
  consider(firstNode(work, core, least))
  for (let count = 0; count < mostQuestions; count += 1) {
    const node = open.at(-1)
    if (node === undefined || node.next < 0) break
    if (count === firstQuestions && node.bound - least > (1 - worthMore) * (bound - least)) break
    open.pop()
    for (const below of nodesBelow(work, node, least)) consider(below)
  }
  return Math.min(bound, open.at(-1)?.bound ?? least)
}

/** Keeps the highest bound last. */
function insert(open: Node[], node: Node): void {
  const place = open.findIndex(({ bound }) => bound > node.bound)
  open.splice(place < 0 ? open.length : place, 0, node)
}
