import { f64, i32 } from '#math/typed'
import { arbitrage } from './arbitrage.ts'
import { costOf, type Scope } from './scope.ts'

/** The price of the sold token is looked for down to e⁻³ of the best spot, by golden section. */
const widest = 3
const steps = 50
const golden = (Math.sqrt(5) - 1) / 2

/**
 * No route over two or more pools of the two tokens, and nothing else, gives more net of gas; −∞ where there are none.
 * At any price ν of the sold token: D · ν + the two largest of arb − gas + all others above 0.
 */
export function boundOfDirectPools(scope: Scope): number {
  const { pairs } = scope.ground
  const pair = pairs.find(scope.task.source, scope.task.target)
  if (pair === undefined) return Number.NEGATIVE_INFINITY
  const edges = [...pairs.list.subarray(i32(pairs.first, pair), i32(pairs.first, pair + 1))].filter(
    (edge) => f64(scope.ground.book.spot, edge) > 0,
  )
  if (edges.length < 2) return Number.NEGATIVE_INFINITY

  const top = Math.log(f64(pairs.spot, pair))
  let [low, high] = [top - widest, top]
  for (let step = 0; step < steps; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (boundAt(scope, edges, Math.exp(left)) < boundAt(scope, edges, Math.exp(right))) high = right
    else low = left
  }
  return boundAt(scope, edges, Math.exp((low + high) / 2))
}

function boundAt(scope: Scope, edges: readonly number[], price: number): number {
  let [bound, first, second] = [scope.task.amount * price, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const edge of edges) {
    const surplus = arbitrage(scope, edge, price, 1) - costOf(scope, edge)
    bound += Math.max(0, surplus)
    if (surplus > first) [first, second] = [surplus, first]
    else second = Math.max(second, surplus)
  }
  return bound + Math.min(0, first) + Math.min(0, second)
}
