/** Why a quote is what it is. Amounts in floats are in smallest units of the output token. */
import type { CandidatePath } from '#domain/debugging/bundle'
import type { PoolReason } from '#domain/quotes/quote-record'
import type { Address, Amount, Gas, Ppm } from '#domain/units'

/** A pool that was read. */
export interface ExplainedPool {
  readonly source: string
  readonly address: Address
  readonly tokens: readonly Address[]
  readonly feePpm: number
  /** Absent: the route uses it. */
  readonly reason: PoolReason | undefined
  /** Of the route, if it is used: by how much its legs were filled. */
  readonly legs: readonly {
    readonly tokenIn: Address
    readonly tokenOut: Address
    readonly amountIn: Amount
    readonly amountOut: Amount
  }[]
  /**
   * By how much its price for the first unit is worse than that of the route's last units, in parts per million; below 0
   * it is better. Absent for pools without a state or a price.
   */
  readonly behindPpm: number | undefined
  /** What it could add at those prices, before gas, and the gas of a leg over it. */
  readonly gain: number
  readonly gasCost: number
}

export interface ExplainedPath {
  readonly share: Ppm
  readonly hops: readonly {
    readonly source: string
    readonly pool: Address
    readonly tokenIn: Address
    readonly tokenOut: Address
  }[]
  readonly amountIn: Amount
  readonly amountOut: Amount
  /** Units out per unit in: for the first unit, on average, and for the next unit after the route. Fees included. */
  readonly first: number
  readonly average: number
  readonly next: number
}

export const lossKinds = ['affiliate', 'fees', 'impact', 'gas', 'l1'] as const
export type LossKind = (typeof lossKinds)[number]

/** From the price of the first unit without fees to what is left: `ideal` less the parts is `net`. */
export interface LossAccount {
  readonly ideal: number
  readonly parts: readonly { readonly kind: LossKind; readonly value: number }[]
  readonly net: number
}

/**
 * From the route to the bound that no route can exceed. `pool`: what it could add at the prices of the proof beyond what
 * it adds in the route. `gas`: beyond the least that the bound counts. `proof`: what else excludes routes, below 0, and
 * rounding. The parts add up to `gap`.
 */
export interface GapAccount {
  readonly upperBound: Amount
  readonly gap: bigint
  readonly parts: readonly {
    readonly kind: 'pool' | 'gas' | 'proof'
    readonly pool?: Address
    readonly value: number
  }[]
}

/** A single path, less the gas of a transaction over it alone. */
export interface ComparedPath extends CandidatePath {
  readonly net: bigint
}

export interface Explanation {
  readonly paths: readonly ExplainedPath[]
  /** Every pool that was read, the route's first. */
  readonly pools: readonly ExplainedPool[]
  readonly loss: LossAccount
  /** Absent if nothing was proven. */
  readonly gap: GapAccount | undefined
  /** Output less gas, as the search counts it, of the route. */
  readonly net: bigint
  readonly gas: Gas
  readonly bestSinglePool: ComparedPath | undefined
  readonly bestSinglePath: ComparedPath | undefined
}
