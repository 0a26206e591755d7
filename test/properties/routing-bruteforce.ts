/** Slow reference implementations to compare the routing core with. */
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { Route } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { protocols } from './routing-markets.ts'

export interface Step {
  readonly live: LivePool
  readonly from: number
  readonly to: number
}

/** Every simple path between two tokens. */
export function findAllPaths(
  pools: readonly LivePool[],
  ends: { readonly tokenIn: Address; readonly tokenOut: Address; readonly maxHops: number },
): readonly (readonly Step[])[] {
  const ways: (readonly Step[])[] = []
  const walk = (at: Address, way: readonly Step[], seen: ReadonlySet<Address>) => {
    if (at === ends.tokenOut) ways.push(way)
    if (at === ends.tokenOut || way.length === ends.maxHops) return
    for (const live of pools) {
      const from = live.pool.tokens.indexOf(at)
      if (from < 0) continue
      live.pool.tokens.forEach((next, to) => {
        if (to !== from && !seen.has(next)) walk(next, [...way, { live, from, to }], new Set([...seen, next]))
      })
    }
  }
  walk(ends.tokenIn, [], new Set([ends.tokenIn]))
  return ways
}

const adapterOf = (live: LivePool): Protocol<unknown> => {
  const adapter = protocols.get(live.pool.venue.protocol)
  if (adapter === undefined) throw new Error('no adapter')
  return adapter
}

/** The output of a path over states that it updates; 0 if it gives nothing. */
export function sellAlongPath(way: readonly Step[], amountIn: bigint, states: Map<LivePool, unknown>): bigint {
  let carried = amountIn
  for (const { live, from, to } of way) {
    const state = states.get(live) ?? live.state
    const trade = { from, to, amountIn: amount(carried) }
    const out = adapterOf(live).amountOut(state, trade)
    if (out === undefined || out === 0n) return 0n
    states.set(live, adapterOf(live).stateAfter(state, trade))
    carried = out
  }
  return carried
}

export const gasOfPath = (way: readonly Step[]): bigint => 37_000n + 60_000n * BigInt(way.length)

/** Executes a route's legs one by one over the adapters, tracking only balances, as the contract does. */
export function replay(snapshot: Snapshot, route: Route): { readonly held: Map<Address, bigint> } {
  const states = new Map(snapshot.pools.map((live) => [live.pool.address, live]))
  const moved = new Map<Address, unknown>()
  const held = new Map<Address, bigint>([[route.tokenIn, route.amountIn]])
  for (const leg of route.legs) {
    const live = states.get(leg.pool.address)
    if (live === undefined) throw new Error('leg over an unknown pool')
    const balance = held.get(leg.tokenIn) ?? 0n
    const spend = leg.share32 === 2 ** 32 ? balance : (balance * BigInt(leg.share32)) / 2n ** 32n
    const state = moved.get(leg.pool.address) ?? live.state
    const [from, to] = [live.pool.tokens.indexOf(leg.tokenIn), live.pool.tokens.indexOf(leg.tokenOut)]
    const trade = { from, to, amountIn: amount(spend) }
    const out = adapterOf(live).amountOut(state, trade)
    if (out === undefined || spend !== leg.amountIn || out !== leg.amountOut) throw new Error('leg differs from replay')
    moved.set(leg.pool.address, adapterOf(live).stateAfter(state, trade))
    held.set(leg.tokenIn, balance - spend)
    held.set(leg.tokenOut, (held.get(leg.tokenOut) ?? 0n) + out)
  }
  return { held }
}
