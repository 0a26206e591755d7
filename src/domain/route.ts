import type { Move, Pool } from '#domain/protocol'
import type { Address, Amount, Gas } from '#domain/units'

/** 2^32: the whole of what is left of a token. */
export const wholeShare = 4_294_967_296

/**
 * One call of one pool. Legs run in order. A leg spends `floor(balance · share32 / 2^32)` of what the route
 * holds of `tokenIn` at that point, or all of it when `share32` is 2^32; the last leg of a token always does.
 */
export interface Leg {
  readonly pool: Pool
  readonly move: Move
  /** Native never stands here: a route that starts or ends native trades its wrapped form. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** 1 … 2^32. */
  readonly share32: number
  readonly amountIn: Amount
  readonly amountOut: Amount
}

/** One stretch of a displayed path. */
export interface Hop {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  readonly amountOut: Amount
}

/** The legs as people read them: parallel ways from the sold to the bought token. Amounts add up to the route's. */
export interface Path {
  readonly amountIn: Amount
  readonly amountOut: Amount
  readonly hops: readonly Hop[]
}

/**
 * How far a route can be from the best over the same pools: what no route without circles, of at most six hops and as
 * many legs as were asked for, can exceed. Of what was to be made most of: `amountOut` less the gas of the whole
 * transaction or, where gas was to count nothing, `amountOut`.
 */
export interface Optimality {
  /** In smallest units of the bought token, rounded outward; above 0. */
  readonly upperBound: Amount
  /** (`upperBound` − what the route gives) / `upperBound` in millionths, rounded up to three decimals; 0 or more. */
  readonly gapPpm: number
  /** The kind of proof. */
  readonly boundBy: string
  /** Where the route was to buy an amount: how far it can be from the least input; nothing where that could not be proven. */
  readonly leastInput?: LeastInput | undefined
}

/**
 * The same of a purchase: every route that sells less than `lowerBound` leaves less, be it that it buys less than what was
 * wanted, be it that it pays more gas than it saves. Where gas was to count nothing, none that sells less buys enough.
 */
export interface LeastInput {
  /** In smallest units of the sold token, of what goes into the pools; 1 or more, rounded outward. */
  readonly lowerBound: Amount
  /** (what the route sells − `lowerBound`) / `lowerBound` in millionths, rounded up to three decimals; 0 or more. */
  readonly gapPpm: number
}

/**
 * What the routing core answers: exact in integers over the snapshot it was given.
 * No legs: the sold and the bought token are the native currency and its wrapped form, one for one.
 */
export interface Route {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  readonly amountOut: Amount
  /** Of the whole transaction. */
  readonly gas: Gas
  /** `gas` at the snapshot's price, in units of `tokenOut`; `undefined` where nothing prices native in it. */
  readonly gasInTokenOut: Amount | undefined
  readonly legs: readonly Leg[]
  readonly paths: readonly Path[]
  /** The most a single pool gives for the same amount, or `undefined` where none trades the pair. */
  readonly bestSinglePool: Amount | undefined
  /** Nothing where nothing could be proven, or gas eats all that is bought, or gas was to be made least. */
  readonly optimality?: Optimality | undefined
}

/** Their addresses; of no route none. */
export const poolsOf = (route: Pick<Route, 'legs'> | undefined): ReadonlySet<Address> =>
  new Set(route?.legs.map(({ pool }) => pool.address))

/**
 * What a route makes most of: `netOutput` is the output less the gas of the transaction, `output` counts gas as
 * nothing, `gas` takes the least gas first and lets the output decide between equals.
 */
export const objectives = ['netOutput', 'output', 'gas'] as const
export type Objective = (typeof objectives)[number]

/** What is asked of the routing core. Tokens are never native here: the caller has wrapped them. */
export interface RouteRequest {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  /** The chain's wrapped native token, in which gas is paid. */
  readonly wrapped: Address
  /** 1 … 5. */
  readonly maxHops: number
  /** 1 … 20. */
  readonly maxSplits: number
  /** 1 … 64. */
  readonly maxLegs: number
  /** `netOutput` where absent. */
  readonly optimizeFor?: Objective | undefined
}

/** The same with what is wanted instead of what is sold. */
export interface ExactOutRequest extends Omit<RouteRequest, 'amountIn'> {
  readonly amountOut: Amount
}
