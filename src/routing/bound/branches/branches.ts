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
 * No route gives more net of gas than this, which is no less than `aim.least`: nothing below that is looked at.
 * @param bound that prices prove, which stand in the room
 */
export function boundByBranches(work: Work, bound: number, aim: Aim): number {
  const core = bound > aim.least ? coreWithin(work, bound - aim.least) : undefined
  if (core === undefined) return bound
  const open: Node[] = []
  const consider = (node: Node) => {
    if (!(node.bound <= aim.least)) insert(open, node) // what is not a number proves nothing
  }
  consider(firstNode(work, core, aim))
  for (let count = 0; count < aim.questions; count += 1) {
    const node = open.at(-1)
    if (node === undefined || node.next < 0) break
    open.pop()
    for (const below of nodesBelow(work, node, aim)) consider(below)
  }
  return Math.min(bound, open.at(-1)?.bound ?? aim.least)
}

/** Keeps the highest bound last. */
function insert(open: Node[], node: Node): void {
  const place = open.findIndex(({ bound }) => bound > node.bound)
  open.splice(place < 0 ? open.length : place, 0, node)
}
