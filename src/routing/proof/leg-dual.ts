/**
 * The bound under a limit of K legs. Beside the price ν of every token there are a price λ of every leg, and an entry fee
 * and an exit fee of every token j between input and output:
 *
 *   D ν_s + K λ + Σ over tokens j of max(0, Σ over the edges counted at j of max(0, c) − entry_j − exit_j)
 *   c = arb − gas − λ + entry fee of the token bought + exit fee of the token sold
 *
 * A token that a route uses is bought by a leg and sold by a leg. So a route does not lose if each such leg is given the
 * token's fee and every token used pays both fees once. (A route with a leg that does not serve the output is no better
 * than without it.) An edge is counted at one of its tokens, which a route with a leg over it uses; edges from the input to the output
 * token, and those that share a pool number, are counted on their own.
 *
 * Prices alone let a deep pool that could carry the whole input, of which a route needs a hundredth, count as a hundredth
 * of a leg. With fees the legs that sell a token pay for the one that has to buy it.
 *
 * If routes are known to use an edge, its c counts even below 0, and its tokens pay their fees in any case.
 */

import { f64, i32 } from '#math/typed'
import { forEachPair, listEdges, noBranches } from '#routing/index/pair-graph'
import { computeArbitrage } from './arbitrage.ts'
import {
  chooseCountingPlace,
  type DecidedEdges,
  type LegDualPoint,
  type LegPointLayout,
  layoutOf,
  type TokenExcess,
} from './leg-point.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

/** All pools of the market, as seen from a few tokens whose prices and fees vary; other tokens keep their prices. */
export interface LegDual {
  /** The bound on routes that decide some edges, at any point; NaN proves nothing. */
  evaluate(at: LegDualPoint, decided: DecidedEdges): number
  /** At the last point evaluated. */
  getExcess(): TokenExcess
  /** The tokens without fees of the edges that counted at the last point evaluated. */
  listOutsideTokens(): readonly number[]
}

export interface LegDualInput {
  readonly scope: Scope
  /** Market numbers: the input token first, the output token second. */
  readonly tokens: readonly number[]
  /** By market token. */
  readonly prices: Float64Array
  /** Decides where edges are counted. */
  readonly excess: TokenExcess
}

/** By market token: its position among the tokens, or −1; its price and fees. */
interface TokenColumns {
  readonly places: Int32Array
  readonly prices: Float64Array
  readonly entryFees: Float64Array
  readonly exitFees: Float64Array
}

interface Tables extends LegDualInput {
  readonly layout: LegPointLayout
  readonly columns: TokenColumns
  /** Pairs with one of the tokens, and the rest that may gain. */
  readonly near: readonly number[]
  readonly far: readonly number[]
  /** Pairs with an edge that may gain at prices above its spot. */
  readonly sampled: ReadonlySet<number>
  /** By position: what is counted at the token, less its fees once all is. */
  readonly sums: Float64Array
  readonly outside: Set<number>
}

export function createLegDual(input: LegDualInput): LegDual {
  const { scope, tokens, prices } = input
  const { book, pairs } = scope.index
  const columns: TokenColumns = {
    places: new Int32Array(book.tokens).fill(-1),
    prices: prices.slice(),
    entryFees: new Float64Array(book.tokens),
    exitFees: new Float64Array(book.tokens),
  }
  tokens.forEach((token, place) => {
    columns.places[token] = place
  })
  const sampled = new Set(scope.special.sampled.map((edge) => i32(pairs.of, edge)))
  const isNear = (pair: number) =>
    i32(columns.places, i32(pairs.from, pair)) >= 0 || i32(columns.places, i32(pairs.to, pair)) >= 0
  const all = listTradablePairs(scope)
  const tables: Tables = {
    ...{ ...input, layout: layoutOf(tokens.length), columns, sampled },
    near: all.filter(isNear),
    far: all.filter((pair) => !isNear(pair) && mayGain({ scope, columns, sampled }, pair)),
    sums: new Float64Array(tokens.length),
    outside: new Set(),
  }
  return {
    evaluate: (at, decided) => evaluate(tables, at, decided),
    getExcess: () => tables.sums.slice(),
    listOutsideTokens: () => [...tables.outside],
  }
}

function listTradablePairs(scope: Scope): readonly number[] {
  const { pairs } = scope.index
  const all: number[] = []
  for (const token of scope.reached) {
    if (token === scope.task.target) continue
    forEachPair(pairs, 'onward', noBranches, token, (pair) => {
      if (isTradablePair(scope, pair)) all.push(pair)
    })
  }
  return [...all, ...scope.branches.filter((pair) => isTradablePair(scope, pair))]
}

type PricedPairs = Pick<Tables, 'scope' | 'columns' | 'sampled'>

function mayGain({ scope, columns: { prices }, sampled }: PricedPairs, pair: number): boolean {
  const { from, to, spot } = scope.index.pairs
  return f64(prices, i32(from, pair)) < f64(prices, i32(to, pair)) * f64(spot, pair) || sampled.has(pair)
}

function evaluate(tables: Tables, at: LegDualPoint, decided: DecidedEdges): number {
  const { scope, layout, sums, tokens } = tables
  setColumns(tables, at)
  sums.fill(0)
  tables.outside.clear()
  const legPrice = f64(at, layout.legPrice)
  let bound = scope.task.amount * Math.exp(f64(at, 0)) + legPrice * scope.task.limits.maxLegs
  const open = new Set<number>()
  for (const [edge, decision] of decided) {
    if (decision !== 'used') continue
    bound += computeValue(tables, edge, legPrice)
    for (const token of tokensOf(tables, edge)) open.add(i32(tables.columns.places, token))
  }
  bound += addUndecided(tables, legPrice, decided)
  for (let place = 2; place < tokens.length; place += 1) {
    const excess = f64(sums, place) - f64(at, layout.entryFee + place) - f64(at, layout.exitFee + place)
    sums[place] = excess
    bound += open.has(place) ? excess : Math.max(0, excess)
  }
  return bound
}

function setColumns({ tokens, layout, columns }: Tables, at: LegDualPoint): void {
  tokens.forEach((token, place) => {
    columns.prices[token] = Math.exp(f64(at, place))
    columns.entryFees[token] = f64(at, layout.entryFee + place)
    columns.exitFees[token] = f64(at, layout.exitFee + place)
  })
}

/** Adds the edges to the sums of their tokens. Returns the total of those that are counted on their own. */
function addUndecided(tables: Tables, legPrice: number, decided: DecidedEdges): number {
  const shared = new Map<number, number>()
  let alone = 0
  for (const pair of tables.near)
    if (mayGain(tables, pair) || computeFees(tables, pair) > legPrice)
      alone += addPair(tables, pair, legPrice, decided, shared)
  for (const pair of tables.far) alone += addPair(tables, pair, legPrice, decided, shared)
  for (const value of shared.values()) alone += value
  return alone
}

/** @param shared by pool number, the largest value of the edges that share it */
function addPair(
  tables: Tables,
  pair: number,
  legPrice: number,
  decided: DecidedEdges,
  shared: Map<number, number>,
): number {
  const { scope, excess, sums, columns } = tables
  const { pairs, book } = scope.index
  const [from, to] = [i32(pairs.from, pair), i32(pairs.to, pair)]
  const place = chooseCountingPlace(excess, i32(columns.places, from), i32(columns.places, to))
  let alone = 0
  for (const edge of listEdges(pairs, pair)) {
    const isEmpty = i32(book.first, edge) === i32(book.last, edge)
    if (isEmpty || decided.has(edge)) continue
    const value = computeValue(tables, edge, legPrice)
    if (value <= 0) continue // keeps NaN
    markOutside(tables, edge)
    const pool = i32(book.pool, edge)
    if (i32(book.siblings, edge) > 2) shared.set(pool, Math.max(shared.get(pool) ?? 0, value))
    else if (place < 2) alone += value
    else sums[place] = f64(sums, place) + value
  }
  return alone
}

function markOutside(tables: Tables, edge: number): void {
  for (const token of tokensOf(tables, edge)) if (i32(tables.columns.places, token) < 0) tables.outside.add(token)
}

const tokensOf = ({ scope: { index } }: Tables, edge: number): readonly [number, number] => [
  i32(index.book.from, edge),
  i32(index.book.to, edge),
]

/** c of the edge, with the least gas of a leg. */
function computeValue(tables: Tables, edge: number, legPrice: number): number {
  const { scope, columns } = tables
  const [from, to] = tokensOf(tables, edge)
  const gain = computeArbitrage(scope, edge, f64(columns.prices, from), f64(columns.prices, to))
  return gain - computeLegCost(scope, edge) - legPrice + computeFees(tables, i32(scope.index.pairs.of, edge))
}

/** The fees that a leg over the pair is given. */
function computeFees({ scope: { index }, columns: { entryFees, exitFees } }: Tables, pair: number): number {
  return f64(entryFees, i32(index.pairs.to, pair)) + f64(exitFees, i32(index.pairs.from, pair))
}
