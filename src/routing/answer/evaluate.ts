import { itemAt } from '#domain/item-at'
import type { Trade } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, type Amount, amount, type Gas, gas } from '#domain/units'
import { computeLegGas } from '#routing/index/gas'
import { type Edge, rootOf, toTrade } from '#routing/index/pool-graph'
import { undefinedOnRevert } from '#routing/index/undefined-on-revert'

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

/**
 * The router refuses to spend from its own balance of a token if that is so much or more (`_held` in
 * `contracts/src/legs/Legs.sol`). Inputs that are sent straight from pool to pool are not limited there; the few routes
 * that could move as much that way are refused too, because the encoder decides how inputs are sent.
 */
const heldLimit = 1n << 128n

/** The exact result of a route, in integers. */
export interface Evaluation {
  readonly legs: readonly Leg[]
  /** By leg: what it trades over. */
  readonly edges: readonly Edge[]
  readonly amountOut: Amount
  /** Gas of the whole transaction. */
  readonly gas: Gas
}

/**
 * Executes legs as the router contract does: each spends `floor(balance · share32 / 2^32)`, or the whole balance at
 * 2^32, and meets the pools as the earlier legs left them.
 * @returns `undefined` if a pool would give nothing or cannot take its input, if a balance of another token would
 *   remain or is more than the router spends, or if two pools share a state: each is known only in its current state
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
    const { tokenOut } = leg.done
    if (tokenOut !== trade.tokenOut && (held.get(tokenOut) ?? 0n) >= heldLimit) return undefined
    legs.push(leg.done)
    used += leg.gas
  }
  used -= intermediateGasSaving * BigInt(held.size - 2)
  const out = held.get(trade.tokenOut) ?? 0n
  held.delete(trade.tokenOut)
  if (out <= 0n || [...held.values()].some((left) => left > 0n)) return undefined
  const edges = planned.map(({ edge }) => edge)
  return { legs, edges, amountOut: amount(out), gas: gas(used) }
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
  const traded = undefinedOnRevert(() => tradePool(edge, state, trade))
  if (traded === undefined) return undefined

  const { out, after, gas: used } = traded
  states.set(live, after)
  held.set(tokenIn, balance - spend)
  held.set(tokenOut, (held.get(tokenOut) ?? 0n) + out)
  const move = protocol.move(live.pool, trade)
  const done: Leg = { pool: live.pool, move, tokenIn, tokenOut, share32, amountIn: trade.amountIn, amountOut: out }
  return { done, gas: used }
}

/** What a pool in a state gives for a trade, how that leaves it, and the leg's gas; `undefined` if it gives nothing. */
function tradePool(edge: Edge, state: unknown, trade: Trade) {
  const out = edge.protocol.amountOut(state, trade)
  if (out === undefined || out <= 0n) return undefined
  return { out, after: edge.protocol.stateAfter(state, trade), gas: computeLegGas(edge, state, trade) }
}

/** An edge and its input flow, in floats of the smallest units. */
export interface EdgeFlow {
  readonly edge: Edge
  readonly into: number
  /** True if that is all that the pool takes, or all that is known of it. */
  readonly isFull?: boolean
  /** True if some of it was left to others, so that it must not take the remaining balance. */
  readonly isEased?: boolean
}

/** A leg before evaluation: the edge to trade over and the share of its token's balance to spend. */
export interface PlannedLeg {
  readonly edge: Edge
  /** 1 … 2^32. */
  readonly share32: number
}

/**
 * The flows with less into full pools, for the others to take: a share rounded up, or a balance larger than computed in
 * floats, would be more than a full pool accepts. Where only such flows sell a token, less of it is bought, too.
 * @param part of the flow into a full pool
 */
export function easeFullPools(flows: readonly EdgeFlow[], part: number): readonly EdgeFlow[] {
  const sold = new Set(flows.map(({ edge }) => edge.source))
  let eased = new Set(flows.filter(({ isFull }) => isFull === true))
  for (let count = -1; count < eased.size; ) {
    count = eased.size
    const free = new Set(flows.filter((flow) => !eased.has(flow)).map(({ edge }) => edge.source))
    const isStuck = ({ edge: { target } }: EdgeFlow) => sold.has(target) && !free.has(target)
    eased = new Set(flows.filter((flow) => eased.has(flow) || isStuck(flow)))
  }
  return flows.map((flow) => (eased.has(flow) ? { ...flow, into: flow.into * (1 - part), isEased: true } : flow))
}

/**
 * Turns flows into legs. The legs of a token are adjacent and follow every leg that buys the token. The largest comes
 * last and takes the remaining balance, so rounding leaves nothing behind. `undefined` if the flows form a cycle.
 */
export function legsFromFlows(flows: readonly EdgeFlow[], source: number): readonly PlannedLeg[] | undefined {
  const order = sortTokens(flows, source)
  return order?.flatMap((token) => splitIntoShares(flows.filter(({ edge }) => edge.source === token)))
}

function splitIntoShares(flows: readonly EdgeFlow[]): PlannedLeg[] {
  const spent = flows.toSorted(compareFlows)
  let balance = spent.reduce((sum, { into }) => sum + into, 0)
  return spent.map(({ edge, into }, i) => {
    if (i === spent.length - 1) return { edge, share32: wholeShare }
    const share = balance === 0 ? 1 : Math.round((into / balance) * wholeShare)
    const share32 = Math.min(Math.max(share, 1), wholeShare - 1)
    balance -= Math.floor((balance * share32) / wholeShare)
    return { edge, share32 }
  })
}

const compareFlows = (a: EdgeFlow, b: EdgeFlow) =>
  Number(b.isEased === true) - Number(a.isEased === true) || a.into - b.into || a.edge.id - b.edge.id

/**
 * Tokens in trading order: every inflow of a token precedes its outflows (Kahn's algorithm). `undefined` if the flows
 * form a cycle or are not all reachable from `source`.
 */
function sortTokens(flows: readonly EdgeFlow[], source: number): readonly number[] | undefined {
  const waitingFor = new Map<number, number>()
  for (const { edge } of flows) waitingFor.set(edge.target, (waitingFor.get(edge.target) ?? 0) + 1)
  if (waitingFor.has(source)) return undefined

  const order = [source]
  for (const token of order) {
    for (const { edge } of flows) {
      if (edge.source !== token) continue
      const left = (waitingFor.get(edge.target) ?? 0) - 1
      waitingFor.set(edge.target, left)
      if (left === 0) order.push(edge.target)
    }
  }
  return [...waitingFor.values()].every((left) => left === 0) ? order : undefined
}
