import type { Protocols } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import type { Address, Amount } from '#domain/units'
import { createPoolGraph, type Edge } from '#routing/index/pool-graph'
import { type Evaluation, evaluate, type PlannedLeg } from './evaluate.ts'

/** Of a leg, all that its result depends on. */
export type LegPlan = Pick<Leg, 'pool' | 'tokenIn' | 'tokenOut' | 'share32'>

/**
 * Executes the legs of a known route over pools in the given states, as {@link evaluate} does.
 * @returns `undefined` as `evaluate`, or if a pool is not among `pools`
 */
export function evaluateLegs(
  context: { readonly protocols: Protocols },
  pools: readonly LivePool[],
  {
    legs,
    ...trade
  }: {
    readonly legs: readonly LegPlan[]
    readonly tokenIn: Address
    readonly tokenOut: Address
    readonly amountIn: Amount
  },
): Evaluation | undefined {
  const used = new Set(legs.map(({ pool }) => pool.address))
  const { edges } = createPoolGraph(
    context,
    pools.filter(({ pool }) => used.has(pool.address)),
  )
  const planned = toPlannedLegs(edges, legs)
  return planned && evaluate(planned, trade)
}

/** Legs over these edges; `undefined` if one of them is missing. */
export function toPlannedLegs(edges: readonly Edge[], legs: readonly LegPlan[]): readonly PlannedLeg[] | undefined {
  const planned: PlannedLeg[] = []
  for (const { pool, tokenIn, tokenOut, share32 } of legs) {
    const edge = edges.find(
      ({ live, from, to }) =>
        live.pool.address === pool.address && live.pool.tokens[from] === tokenIn && live.pool.tokens[to] === tokenOut,
    )
    if (edge === undefined) return undefined
    planned.push({ edge, share32 })
  }
  return planned
}
