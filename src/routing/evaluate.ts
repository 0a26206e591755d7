import { type Leg, wholeShare } from '#domain/route'
import type { Address, Amount, Gas } from '#domain/units'
import { amount, gas } from '#domain/units'
import { legGas } from './leg-gas.ts'
import type { PlannedLeg } from './legs.ts'
import { type Edge, rootOf, tradeOf } from './market.ts'

/** Gas every transaction pays before its first byte runs. */
const transactionGas = 21_000n
/** Calldata, the pull of the input, the checks at the end: what the router takes beside its legs. Measured as in `leg-gas.ts`. */
const routerGas = 14_000n
/** What a transaction takes whatever its legs. */
export const everyRouteGas = transactionGas + routerGas
/** Saved at a token between: what was touched once in a transaction costs less, and a pool may feed the next. */
export const passedTokenGas = 8_000n

/** What a route gives, exact in integers. */
export interface Evaluation {
  readonly legs: readonly Leg[]
  readonly amountOut: Amount
  /** Of the whole transaction. */
  readonly gas: Gas
}

/**
 * Carries legs out as the router contract does: each spends `floor(balance · share32 / 2^32)`, or all of it at 2^32,
 * and meets the pools as the legs before it left them.
 * `undefined` where a pool would give nothing or cannot take its part, or something would be left behind, or where two
 * pools share a state: each is only known as it stands.
 */
export function evaluate(
  planned: readonly PlannedLeg[],
  trade: { readonly tokenIn: Address; readonly tokenOut: Address; readonly amountIn: Amount },
): Evaluation | undefined {
  const held = new Map<Address, bigint>([[trade.tokenIn, trade.amountIn]])
  const states = new Map<unknown, unknown>()
  const pools = new Map<Address, Address>()
  const legs: Leg[] = []
  let used = everyRouteGas

  for (const { edge, share32 } of planned) {
    const { pool } = edge.live
    if ((pools.get(rootOf(pool)) ?? pool.address) !== pool.address) return undefined
    pools.set(rootOf(pool), pool.address)
    const leg = carryOut(edge, share32, held, states)
    if (leg === undefined) return undefined
    legs.push(leg.done)
    used += leg.gas
  }
  used -= passedTokenGas * BigInt(held.size - 2)
  const out = held.get(trade.tokenOut) ?? 0n
  held.delete(trade.tokenOut)
  if (out <= 0n || [...held.values()].some((left) => left > 0n)) return undefined
  return { legs, amountOut: amount(out), gas: gas(used) }
}

/** One leg on what is held; moves the balances and the pool's state. */
function carryOut(edge: Edge, share32: number, held: Map<Address, bigint>, states: Map<unknown, unknown>) {
  const { live, protocol } = edge
  const [tokenIn, tokenOut] = [live.pool.tokens[edge.from], live.pool.tokens[edge.to]] as [Address, Address]
  const balance = held.get(tokenIn) ?? 0n
  const spend = share32 === wholeShare ? balance : (balance * BigInt(share32)) / BigInt(wholeShare)
  if (spend <= 0n) return undefined

  const state = states.get(live) ?? live.state
  const trade = tradeOf(edge, spend)
  const out = protocol.amountOut(state, trade)
  if (out === undefined || out <= 0n) return undefined

  states.set(live, protocol.after(state, trade))
  held.set(tokenIn, balance - spend)
  held.set(tokenOut, (held.get(tokenOut) ?? 0n) + out)
  const move = protocol.move(live.pool, trade)
  const done: Leg = { pool: live.pool, move, tokenIn, tokenOut, share32, amountIn: trade.amountIn, amountOut: out }
  return { done, gas: legGas(edge, state, trade) }
}
