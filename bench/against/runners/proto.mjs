import { gasPriceIn } from '#evaluate'
import { Graph, solve } from '#prototypes/solver'
import { toRaw } from '#raw-amount'

/** Has no leg cap, so a route longer than the cap is not counted. */
export const runner = {
  heedsLegs: false,
  about: 'our first prototype: a convex dual, no leg cap',
  open(set) {
    const graph = new Graph(set)
    return { quote: (job) => quote({ set, graph }, job) }
  },
}

function quote({ set, graph }, { tokenIn, tokenOut, amount }) {
  const whole = Number(amount) / 10 ** set.tokens[tokenIn].decimals
  const found = solve(graph, tokenIn, tokenOut, whole, { gasPriceOut: gasPriceIn(set, tokenOut) })
  if (!found) return undefined
  const legs = sharesOf(graph, found).map(({ edge, share }) => {
    return { pool: edge >> 1, tokenIn: graph.from[edge], tokenOut: graph.to[edge], share }
  })
  return { route: { legs }, claimed: toRaw(found.out, set.tokens[tokenOut].decimals) }
}

/** Its flows are amounts; each becomes a share of its token's remaining balance. */
function sharesOf(graph, { kind, seq }) {
  if (kind === 'single') return seq.map(([edge]) => ({ edge, share: 1 }))
  const rests = new Map()
  for (const [edge, flow] of seq) rests.set(graph.from[edge], (rests.get(graph.from[edge]) ?? 0) + flow)
  return seq.map(([edge, flow]) => {
    const rest = rests.get(graph.from[edge])
    rests.set(graph.from[edge], rest - flow)
    return { edge, share: rest - flow <= rest * 1e-12 ? 1 : Math.min(1, flow / rest) }
  })
}
