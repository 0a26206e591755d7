import { itemAt } from '#domain/item-at'
import { type Leg, wholeShare } from '#domain/quotes/route'
import type { Address, Amount, Gas } from '#domain/units'
import { amount, gas } from '#domain/units'
import { computeLegGas } from './gas/leg-gas.ts'
import type { PlannedLeg } from './legs.ts'
import { type Edge, rootOf, toTrade } from './pool-graph.ts'

/** Gas that every transaction pays before execution starts. */
const transactionGas = 21_000n
/** Router gas outside the legs: calldata, transfer of the input, final checks. Measured as in `leg-gas.ts`. */
const routerGas = 14_000n
/** Gas of a transaction without its legs. */
export const baseRouteGas = transactionGas + routerGas
/**
 * Gas saved per intermediate token: its storage is warm after the first access, and a pool may pay the next one
 * directly.
 */
export const intermediateGasSaving = 8_000n

/** The exact result of a route, in integers. */
export interface Evaluation {
  readonly legs: readonly Leg[]
  readonly amountOut: Amount
  /** Gas of the whole transaction. */
  readonly gas: Gas
}

/**
 * Executes legs as the router contract does: each spends `floor(balance · share32 / 2^32)`, or the whole balance at
 * 2^32, and meets the pools as the earlier legs left them.
 * @returns `undefined` if a pool would give nothing or cannot take its input, if a balance of another token would
 *   remain, or if two pools share a state: each is known only in its current state
 */
export function evaluate(
  planned: readonly PlannedLeg[],
  trade: { readonly tokenIn: Address; readonly tokenOut: Address; readonly amountIn: Amount },
): Evaluation | undefined {
  const held = new Map<Address, bigint>([[trade.tokenIn, trade.amountIn]])
  const states = new Map<unknown, unknown>()
  const pools = new Map<Address, Address>()
  const legs: Leg[] = []
  let used = baseRouteGas

  for (const { edge, share32 } of planned) {
    const { pool } = edge.live
    if ((pools.get(rootOf(pool)) ?? pool.address) !== pool.address) return undefined
    pools.set(rootOf(pool), pool.address)
    const leg = executeLeg(edge, share32, held, states)
    if (leg === undefined) return undefined
    legs.push(leg.done)
    used += leg.gas
  }
  used -= intermediateGasSaving * BigInt(held.size - 2)
  const out = held.get(trade.tokenOut) ?? 0n
  held.delete(trade.tokenOut)
  if (out <= 0n || [...held.values()].some((left) => left > 0n)) return undefined
  return { legs, amountOut: amount(out), gas: gas(used) }
}

/** Executes one leg; updates `held` and the pool's state in `states`. */
function executeLeg(edge: Edge, share32: number, held: Map<Address, bigint>, states: Map<unknown, unknown>) {
  const { live, protocol } = edge
  const [tokenIn, tokenOut] = [itemAt(live.pool.tokens, edge.from), itemAt(live.pool.tokens, edge.to)]
  const balance = held.get(tokenIn) ?? 0n
  const spend = share32 === wholeShare ? balance : (balance * BigInt(share32)) / BigInt(wholeShare)
  if (spend <= 0n) return undefined

  const state = states.get(live) ?? live.state
  const trade = toTrade(edge, spend)
  const out = protocol.amountOut(state, trade)
  if (out === undefined || out <= 0n) return undefined

  states.set(live, protocol.stateAfter(state, trade))
  held.set(tokenIn, balance - spend)
  held.set(tokenOut, (held.get(tokenOut) ?? 0n) + out)
  const move = protocol.move(live.pool, trade)
  const done: Leg = { pool: live.pool, move, tokenIn, tokenOut, share32, amountIn: trade.amountIn, amountOut: out }
  return { done, gas: computeLegGas(edge, state, trade) }
}
