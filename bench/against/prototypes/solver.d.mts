import type { PoolSet } from '#shapes'

export class Graph {
  constructor(set: PoolSet)
  /** The tokens of an edge, two edges for a pool. */
  readonly from: Int32Array
  readonly to: Int32Array
}

export interface Found {
  readonly kind: string
  /** Edges and what flows through them. */
  readonly seq: readonly (readonly [edge: number, flow: number])[]
  readonly out: number
}

export function solve(
  graph: Graph,
  from: number,
  to: number,
  amount: number,
  options: { readonly gasPriceOut: number },
): Found | null
