import { gasPriceIn } from '#evaluate'
import { entryOf, itemAt } from '#item-at'
import { Graph, solve } from '#prototypes/solver'
import { toRaw } from '#raw-amount'

/**
 * @import { Job, MaybeAnswer, PoolSet, Runner } from '#shapes'
 * @import { Found } from '#prototypes/solver'
 */

/**
 * Has no leg cap, so a route longer than the cap is not counted.
 * @type {Runner}
 */
export const runner = {
  heedsLegs: false,
  about: 'our first prototype: a convex dual, no leg cap',
  open(set) {
    const graph = new Graph(set)
    return { quote: (job) => quote({ set, graph }, job) }
  },
}

/**
 * @param {{ set: PoolSet, graph: Graph }} context
 * @param {Job} job
 * @returns {MaybeAnswer}
 */
function quote({ set, graph }, { tokenIn, tokenOut, amount }) {
  const whole = Number(amount) / 10 ** itemAt(set.tokens, tokenIn).decimals
  const found = solve(graph, tokenIn, tokenOut, whole, { gasPriceOut: gasPriceIn(set, tokenOut) })
  if (!found) return undefined
  const legs = sharesOf(graph, found).map(({ edge, share }) => {
    return { pool: edge >> 1, tokenIn: itemAt(graph.from, edge), tokenOut: itemAt(graph.to, edge), share }
  })
  return { route: { legs }, claimed: toRaw(found.out, itemAt(set.tokens, tokenOut).decimals) }
}

/**
 * Its flows are amounts; each becomes a share of its token's remaining balance.
 * @param {Graph} graph
 * @param {Found} found
 */
function sharesOf(graph, { kind, seq }) {
  if (kind === 'single') return seq.map(([edge]) => ({ edge, share: 1 }))
  /** @param {number} edge */
  const startOf = (edge) => itemAt(graph.from, edge)
  /** @type {Map<number, number>} */
  const rests = new Map()
  for (const [edge, flow] of seq) rests.set(startOf(edge), (rests.get(startOf(edge)) ?? 0) + flow)
  return seq.map(([edge, flow]) => {
    const rest = entryOf(rests, startOf(edge))
    rests.set(startOf(edge), rest - flow)
    return { edge, share: rest - flow <= rest * 1e-12 ? 1 : Math.min(1, flow / rest) }
  })
}
