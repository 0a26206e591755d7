import type { Move, Pool } from '#domain/pools/protocol'
import type { Address, Amount, Gas } from '#domain/units'

/** 2^32: all that is left of a token. */
export const wholeShare = 4_294_967_296

/**
 * One call of one pool. Legs run in order. A leg spends `floor(balance · share32 / 2^32)` of the route's balance of
 * `tokenIn` at that point, or all of it if `share32` is 2^32; the last leg of a token always does.
 */
export interface Leg {
  readonly pool: Pool
  readonly move: Move
  /** Never native: a route that starts or ends native trades its wrapped form. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** 1 … 2^32. */
  readonly share32: number
  readonly amountIn: Amount
  readonly amountOut: Amount
}

/** One hop of a displayed path. */
export interface Hop {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  readonly amountOut: Amount
}

/** The legs for display: parallel paths from the input to the output token. Amounts add up to the route's. */
export interface Path {
  readonly amountIn: Amount
  readonly amountOut: Amount
  readonly hops: readonly Hop[]
}

/**
 * How far a route can be from the best over the same pools: a bound on every route without cycles, with at most six
 * hops and the requested leg limit. Bounds the objective: `amountOut` minus the gas of the whole transaction or, if gas
 * was not to count, `amountOut`.
 */
export interface Optimality {
  /** In smallest units of the output token, rounded outward; above 0. */
  readonly upperBound: Amount
  /** (`upperBound` − the route's value) / `upperBound` in millionths, rounded up to three decimals; 0 or more. */
  readonly gapPpm: number
  /** The kind of proof. */
  readonly boundBy: string
  /** For a route to buy an amount: how far it can be from the minimum input; absent if that was not proven. */
  readonly minInput?: MinInput | undefined
}

/**
 * The same for a purchase: every route with less input than `lowerBound` is worse, because it buys less than requested
 * or pays more gas than it saves. If gas was not to count, no route with less input buys enough.
 */
export interface MinInput {
  /** In smallest units of the input token that goes into the pools; 1 or more, rounded outward. */
  readonly lowerBound: Amount
  /** (the route's input − `lowerBound`) / `lowerBound` in millionths, rounded up to three decimals; 0 or more. */
  readonly gapPpm: number
}

/**
 * The routing core's answer: exact in integers over its snapshot. Without legs, the input and the output token are the
 * native currency and its wrapped form, one for one.
 */
export interface Route {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: Amount
  readonly amountOut: Amount
  /** Of the whole transaction. */
  readonly gas: Gas
  /** `gas` at the snapshot's price, in units of `tokenOut`; `undefined` if nothing prices native in it. */
  readonly gasInTokenOut: Amount | undefined
  readonly legs: readonly Leg[]
  readonly paths: readonly Path[]
  /** The maximum output of a single pool for the same amount, or `undefined` if none trades the pair. */
  readonly bestSinglePool: Amount | undefined
  /** Absent if nothing was proven, gas exceeds the output, or gas was to be minimized. */
  readonly optimality?: Optimality | undefined
  /**
   * The sets of legs valued, after which the search was cut short: a longer one may find a better route, though none
   * beyond the proven bound. Absent if it came to its own end.
   */
  readonly cutShortAfter?: number | undefined
}

/** The addresses of a route's pools; empty for no route. */
export const poolsOf = (route: Pick<Route, 'legs'> | undefined): ReadonlySet<Address> =>
  new Set(route?.legs.map(({ pool }) => pool.address))

/**
 * What a route maximizes: `netOutput` is the output minus the gas of the transaction, `output` ignores gas, `gas`
 * minimizes gas first and breaks ties by the output.
 */
export const objectives = ['netOutput', 'output', 'gas'] as const
export type Objective = (typeof objectives)[number]

/**
 * How long a search goes on. It is counted in routes valued, not in time, so that equal input gives an equal route:
 * `quick` ends soon after the first good route, `thorough` looks for what is rarely there.
 */
export const efforts = ['quick', 'usual', 'thorough'] as const
export type Effort = (typeof efforts)[number]

/** A request to the routing core. Tokens are never native here: the caller has wrapped them. */
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
  /** `netOutput` if absent. */
  readonly optimizeFor?: Objective | undefined
  /** `usual` if absent. */
  readonly effort?: Effort | undefined
  /** Sets of legs valued, after which the search ends with the best route so far; that of the effort if absent. */
  readonly maxTries?: number | undefined
  /**
   * Whether the caller can read its pools wider and search again: if some were read too narrowly, a search then ends as
   * soon as it knows them, without a route. No if absent.
   */
  readonly canWiden?: boolean | undefined
}

/** The same with a requested output instead of an input. */
export interface ExactOutRequest extends Omit<RouteRequest, 'amountIn'> {
  readonly amountOut: Amount
}
