/**
 * What prices alone leave open: at the prices of the bound some pools gain just what their gas costs, and a part of such
 * a pool would suit best. A route uses it or does not, and either way the bound is lower. So the question is put of one
 * pool after another, always where the bound is highest (branch and bound, best first).
 */
import type { Work } from '#routing/bound/work'
import { coreWithin } from './near-edges.ts'
import { firstNode, type Node, nodesBelow } from './node.ts'

export interface Aim {
  /** Routes that give no more than this are not of interest: the found one does, or nearly so. */
  readonly least: number
  /** How many questions are put at the most. */
  readonly questions: number
}

/**
 * No route gives more net of gas than this.
 * @param bound that prices prove, which stand in the room
 */
export function boundByBranches(work: Work, bound: number, aim: Aim): number {
  const core = coreWithin(work, bound - aim.least)
  if (core === undefined) return bound
  const open: Node[] = [firstNode(work, core, aim)]
  for (let count = 0; count < aim.questions; count += 1) {
    const node = open.pop()
    if (node === undefined) return aim.least
    if (node.next < 0) return Math.min(bound, node.bound)
    for (const next of nodesBelow(work, node, aim)) if (next.bound > aim.least) insert(open, next)
  }
  return Math.min(bound, open.at(-1)?.bound ?? aim.least)
}

/** Keeps the highest bound last. */
function insert(open: Node[], node: Node): void {
  const place = open.findIndex(({ bound }) => bound > node.bound)
  open.splice(place < 0 ? open.length : place, 0, node)
}
