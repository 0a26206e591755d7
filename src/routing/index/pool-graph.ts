import { itemAt } from '#domain/item-at'
import type { Pool, Protocol, Protocols, Trade } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { type Address, amount } from '#domain/units'

/** One direction of one pool. Tokens are numbers here because the search compares them millions of times. */
export interface Edge {
  /** Position in `PoolGraph.edges`; breaks every tie, so that equal input gives equal routes. */
  readonly id: number
  /** The pool in its current state; updated from block to block. */
  live: LivePool
  /**
   * The same for all edges of a pool and of pools that share its state (`Pool.base`): a route uses at most one of them.
   */
  readonly pool: number
  readonly protocol: Protocol<unknown>
  readonly from: number
  readonly to: number
  readonly source: number
  readonly target: number
}

/** The pools of a snapshot as a graph of tokens. */
export interface PoolGraph {
  readonly numbers: ReadonlyMap<Address, number>
  readonly edges: readonly Edge[]
  /** By number of the input token. */
  readonly leaving: readonly (readonly Edge[])[]
  /** By number of the output token. */
  readonly entering: readonly (readonly Edge[])[]
  /** The edges of each pool, in the snapshot's order. */
  readonly byPool: readonly (readonly Edge[])[]
  /** Pools without an adapter. */
  readonly foreign: readonly Pool[]
}

/** Indexes live pools by token, in every direction. A pool listed twice in the snapshot counts once. */
export function createPoolGraph(context: { readonly protocols: Protocols }, pools: readonly LivePool[]): PoolGraph {
  const numbers = new Map<Address, number>()
  const leaving: Edge[][] = []
  const entering: Edge[][] = []
  const byPool: Edge[][] = []
  const edges: Edge[] = []
  const foreign: Pool[] = []
  const seen = new Set<Address>()
  const groups = new Map<Address, number>()

  const numberOf = (token: Address) => {
    const known = numbers.get(token)
    if (known !== undefined) return known
    leaving.push([])
    entering.push([])
    numbers.set(token, leaving.length - 1)
    return leaving.length - 1
  }

  for (const live of pools) {
    const protocol = context.protocols.get(live.pool.venue.protocol)
    if (seen.has(live.pool.address)) continue
    seen.add(live.pool.address)
    if (protocol === undefined) {
      foreign.push(live.pool)
      continue
    }
    const own: Edge[] = []
    byPool.push(own)
    const pool = groups.get(rootOf(live.pool)) ?? groups.size
    groups.set(rootOf(live.pool), pool)
    for (const [from, to] of listDirections(live.pool.tokens)) {
      const [source, target] = [numberOf(itemAt(live.pool.tokens, from)), numberOf(itemAt(live.pool.tokens, to))]
      const edge = { id: edges.length, live, pool, protocol, from, to, source, target }
      edges.push(edge)
      own.push(edge)
      leaving[source]?.push(edge)
      entering[target]?.push(edge)
    }
  }
  return { numbers, edges, leaving, entering, byPool, foreign }
}

/** The key shared by pools that share a state. */
export const rootOf = ({ base, address }: Pick<Pool, 'base' | 'address'>): Address => base ?? address

function* listDirections(tokens: readonly Address[]): Generator<readonly [number, number]> {
  for (const from of tokens.keys())
    for (const to of tokens.keys()) if (tokens[from] !== tokens[to]) yield [from, to] as const
}

/** The trade of `amountIn` over an edge, as adapters take it. */
export const toTrade = (edge: Pick<Edge, 'from' | 'to'>, amountIn: bigint): Trade => ({
  from: edge.from,
  to: edge.to,
  amountIn: amount(amountIn),
})
