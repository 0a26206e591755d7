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
  /** Those of a pool follow each other, and pools are in the snapshot's order. */
  readonly edges: readonly Edge[]
  /** The edges that sell a token. */
  leaving(token: number): readonly Edge[]
  /** Pools without an adapter. */
  readonly foreign: readonly Pool[]
}

/** Indexes live pools by token, in every direction. A pool listed twice in the snapshot counts once. */
export function createPoolGraph(context: { readonly protocols: Protocols }, pools: readonly LivePool[]): PoolGraph {
  const numbers = new Map<Address, number>()
  const edges: Edge[] = []
  const foreign: Pool[] = []
  const seen = new Set<Address>()
  const numberPool = createPoolNumbers(pools)
  for (const live of pools) {
    const { pool } = live
    if (seen.has(pool.address)) continue
    seen.add(pool.address)
    const protocol = context.protocols.get(pool.venue.protocol)
    if (protocol === undefined) foreign.push(pool)
    else addEdges({ edges, numbers }, protocol, live, numberPool(pool))
  }
  let leaving: readonly (readonly Edge[])[] | undefined
  return {
    numbers,
    edges,
    leaving(token) {
      leaving ??= groupBySource(edges, numbers.size)
      return leaving[token] ?? []
    },
    foreign,
  }
}

/** Numbers pools in turn; those that share a state get the same number. */
function createPoolNumbers(pools: readonly LivePool[]): (pool: Pool) => number {
  const bases = new Set<Address>()
  for (const { pool } of pools) if (pool.base !== undefined) bases.add(pool.base)
  const shared = new Map<Address, number>()
  let next = 0
  return (pool) => {
    const root = rootOf(pool)
    const known = bases.size > 0 ? shared.get(root) : undefined
    if (known !== undefined) return known
    if (bases.has(root)) shared.set(root, next)
    next += 1
    return next - 1
  }
}

function addEdges(
  { edges, numbers }: { readonly edges: Edge[]; readonly numbers: Map<Address, number> },
  protocol: Protocol<unknown>,
  live: LivePool,
  pool: number,
): void {
  const { tokens } = live.pool
  const numbered = tokens.map((token) => numberToken(numbers, token))
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = 0; to < tokens.length; to += 1) {
      if (numbered[from] === numbered[to]) continue
      const source = itemAt(numbered, from)
      const target = itemAt(numbered, to)
      edges.push({ id: edges.length, live, pool, protocol, from, to, source, target })
    }
  }
}

function numberToken(numbers: Map<Address, number>, token: Address): number {
  const known = numbers.get(token)
  if (known !== undefined) return known
  numbers.set(token, numbers.size)
  return numbers.size - 1
}

function groupBySource(edges: readonly Edge[], tokens: number): readonly (readonly Edge[])[] {
  const leaving: Edge[][] = Array.from({ length: tokens }, () => [])
  for (const edge of edges) leaving[edge.source]?.push(edge)
  return leaving
}

/** The edges of each pool, in the order of the graph. */
export function* groupByPool(edges: readonly Edge[]): Generator<readonly Edge[]> {
  for (let first = 0; first < edges.length; ) {
    const { address } = itemAt(edges, first).live.pool
    let end = first + 1
    while (edges[end]?.live.pool.address === address) end += 1
    yield edges.slice(first, end)
    first = end
  }
}

/** The key shared by pools that share a state. */
export const rootOf = ({ base, address }: Pick<Pool, 'base' | 'address'>): Address => base ?? address

/** The trade of `amountIn` over an edge, as adapters take it. */
export const toTrade = (edge: Pick<Edge, 'from' | 'to'>, amountIn: bigint): Trade => ({
  from: edge.from,
  to: edge.to,
  amountIn: amount(amountIn),
})
