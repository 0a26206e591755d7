import { f64, i32 } from '#math/typed'
import { computeArbitrage } from './arbitrage.ts'
import { computeLegCost, type Scope } from './scope.ts'

/** The price of the input token is searched down to e⁻³ of the best spot, by golden section. */
const maxLogRange = 3
const steps = 50
const golden = (Math.sqrt(5) - 1) / 2

/**
 * Upper bound on the net output of routes over two or more direct pools of the two tokens and nothing else; −∞ if there
 * are none. At any price ν of the input token: D · ν + the two largest of arb − gas + all others above 0.
 */
export function boundDirectPools(scope: Scope): number {
  const { pairs } = scope.index
  const pair = pairs.find(scope.task.source, scope.task.target)
  if (pair === undefined) return Number.NEGATIVE_INFINITY
  const edges = [...pairs.list.subarray(i32(pairs.first, pair), i32(pairs.first, pair + 1))].filter(
    (edge) => f64(scope.index.book.spot, edge) > 0,
  )
  if (edges.length < 2) return Number.NEGATIVE_INFINITY

  const top = Math.log(f64(pairs.spot, pair))
  let [low, high] = [top - maxLogRange, top]
  for (let step = 0; step < steps; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (evaluateBound(scope, edges, Math.exp(left)) < evaluateBound(scope, edges, Math.exp(right))) high = right
    else low = left
  }
  return evaluateBound(scope, edges, Math.exp((low + high) / 2))
}

function evaluateBound(scope: Scope, edges: readonly number[], price: number): number {
  let [bound, first, second] = [scope.task.amount * price, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const edge of edges) {
    const surplus = computeArbitrage(scope, edge, price, 1) - computeLegCost(scope, edge)
    bound += Math.max(0, surplus)
    if (surplus > first) [first, second] = [surplus, first]
    else second = Math.max(second, surplus)
  }
  return bound + Math.min(0, first) + Math.min(0, second)
}
