/** The variables of the dual under a leg limit, and an edge at a point of them; `leg-dual.ts` says what they mean. */

/** Log prices of the tokens, the price of a leg, entry fees, exit fees. All but the log prices are at least 0. */
export type LegDualPoint = Float64Array

/** Where the variables of n tokens begin; log prices come first. */
export interface LegPointLayout {
  readonly tokens: number
  readonly legPrice: number
  readonly entryFee: number
  readonly exitFee: number
  readonly size: number
}

export const layoutOf = (n: number): LegPointLayout => ({
  tokens: n,
  legPrice: n,
  entryFee: n + 1,
  exitFee: 2 * n + 1,
  size: 3 * n + 1,
})

/** How much of an edge counts at a point. */
export interface LegPart {
  /** Its market number. */
  readonly edge: number
  /** 0 to 1. */
  readonly part: number
  /** What a whole leg over it costs, less the fees that it is given, and the value of what that leg buys. */
  readonly cost: number
  readonly given: number
}

/** Whether a route has a leg over an edge, by market number; edges that are absent are undecided. */
export type DecidedEdges = ReadonlyMap<number, 'used' | 'barred'>

/** By position of a token, how far what is counted there exceeds its fees. */
export type TokenExcess = Float64Array

/**
 * The position of the token at which an edge is counted: of two with fees the one with less excess, which can use it; 0
 * or 1 if neither has fees.
 */
export function chooseCountingPlace(excess: TokenExcess, a: number, b: number): number {
  if (a < 2 || b < 2) return Math.max(a, b)
  return (excess[a] ?? 0) <= (excess[b] ?? 0) ? a : b
}
