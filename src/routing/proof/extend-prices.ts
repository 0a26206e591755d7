import { f64, i32 } from '#math/typed'
import { forEachPair, noBranches } from '#routing/index/pair-graph'
import { type DualPrices, type DualValue, evaluateDual, type Surplus, tradeToPrice } from './arbitrage.ts'
import type { ProofState } from './proof-state.ts'
import { computeLegCost, type Scope } from './scope.ts'
import { extendPricesTuning } from './tuning.ts'

export interface ExtendedPrices extends DualValue {
  /** Tokens outside the core around which pools still gain, largest gain first. */
  readonly missingTokens: readonly number[]
}

const { minSettleGain, minCoreGain, maxSettled, maxWanted, sweeps, logRange, halvings, maxPairs } = extendPricesTuning

/**
 * Extends the core's prices to every token of the market and evaluates the bound that they prove. If pools gain around
 * tokens outside the core, optimizes these tokens' prices and evaluates again. Leaves the prices in the workspace.
 */
export function extendPrices(state: ProofState): ExtendedPrices {
  const { workspace, core } = state
  workspace.clearPrices()
  core.tokens.forEach((token, place) => {
    workspace.prices[token] = f64(state.prices, place)
  })
  const spread = workspace.withMarks(core.tokens, (isCore) => extendBeyondCore(state, isCore))
  workspace.lastExtended = { at: state.prices, spread }
  return spread
}

function extendBeyondCore({ workspace: { prices }, scope }: ProofState, isCore: Uint8Array): ExtendedPrices {
  priceAtMidpoint(scope, prices, scope.reached, isCore)
  const first = evaluateDual(scope, prices)
  const unsettled = findTokensOutside(scope, isCore, first, minSettleGain)
  for (const token of unsettled.slice(0, maxSettled)) minimizeOverPrice(scope, prices, token)
  const scan = unsettled.length === 0 ? first : evaluateDual(scope, prices)
  return { ...scan, missingTokens: findTokensOutside(scope, isCore, scan, minCoreGain).slice(0, maxWanted) }
}

/** As {@link extendPrices}, but reuses the prices in the workspace if they are current. */
export const getExtendedPrices = (state: ProofState): ExtendedPrices =>
  state.workspace.lastExtended?.at === state.prices ? state.workspace.lastExtended.spread : extendPrices(state)

function findTokensOutside(scope: Scope, isCore: Uint8Array, { surpluses, bound }: DualValue, part: number): number[] {
  const { book } = scope.index
  const gained = new Map<number, number>()
  const add = (token: number, { value }: Surplus) => {
    if (isCore[token] === 0) gained.set(token, (gained.get(token) ?? 0) + value)
  }
  for (const surplus of surpluses) {
    add(i32(book.from, surplus.edge), surplus)
    add(i32(book.to, surplus.edge), surplus)
  }
  return [...gained]
    .filter(([, value]) => value > part * bound)
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .map(([token]) => token)
}

/**
 * Prices tokens at the geometric mean of their bid (value when sold on) and their ask (cost to buy), at spot prices. If
 * the bid is below the ask, nothing gains over the token; otherwise both sides share the gain. A token without a bid
 * gets price 0.
 * @param prices of all other tokens that count
 * @param isFixed by market token: 1 if its price is fixed
 */
export function priceAtMidpoint(
  scope: Scope,
  prices: DualPrices,
  tokens: readonly number[],
  isFixed: Uint8Array,
): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const token of tokens) if (isFixed[token] === 0) prices[token] = computeMidPrice(scope, prices, token)
  }
}

function computeMidPrice(scope: Scope, prices: DualPrices, token: number): number {
  const low = maxBidPrice(scope, prices, token)
  if (low === 0) return 0
  const high = minAskPrice(scope, prices, token)
  return high < Number.POSITIVE_INFINITY ? Math.sqrt(low * high) : low
}

/** The best bid for the token; 0 if no pool takes it. */
function maxBidPrice({ index: { pairs }, branches }: Scope, prices: DualPrices, token: number): number {
  let max = 0
  forEachPair(pairs, 'onward', branches, token, (pair, other) => {
    max = Math.max(max, f64(pairs.spot, pair) * f64(prices, other))
  })
  return max
}

/** The lowest ask for the token; ∞ if no pool sells it for a priced token. */
function minAskPrice({ index: { pairs }, branches }: Scope, prices: DualPrices, token: number): number {
  let min = Number.POSITIVE_INFINITY
  forEachPair(pairs, 'back', branches, token, (pair, other) => {
    min = lowerAsk(min, f64(prices, other), f64(pairs.spot, pair))
  })
  return min
}

const lowerAsk = (min: number, paid: number, spot: number): number =>
  paid > 0 && paid < min * spot ? paid / spot : min

/**
 * Moves one token's price to the minimum of the summed surpluses of the pools around it. Every surplus is convex in the
 * price, so the sign of the sum's slope gives the direction.
 */
export function minimizeOverPrice(scope: Scope, prices: DualPrices, token: number): void {
  const { leaving } = scope.index.pairs
  if (i32(leaving.first, token + 1) - i32(leaving.first, token) > maxPairs) return
  const start = f64(prices, token)
  let [low, high] = [-logRange, logRange]
  let at = 0
  for (let count = 0; count < halvings; count += 1) {
    prices[token] = start * Math.exp(at)
    const slope = computeSlope(scope, prices, token)
    if (slope === 0) return
    if (slope > 0) high = at
    else low = at
    at = (low + high) / 2
  }
}

/** Inflow less outflow over pools that gain more than their gas, at the token's price. */
function computeSlope(scope: Scope, prices: DualPrices, token: number): number {
  const { pairs } = scope.index
  const price = f64(prices, token)
  let slope = 0
  forEachPair(pairs, 'onward', noBranches, token, (pair) => {
    slope -= price * sumFlow(scope, prices, pair, 'x')
  })
  forEachPair(pairs, 'back', noBranches, token, (pair) => {
    slope += price * sumFlow(scope, prices, pair, 'y')
  })
  return slope
}

function sumFlow(scope: Scope, prices: DualPrices, pair: number, side: 'x' | 'y'): number {
  const { index, task, max, fill } = scope
  const { pairs, book } = index
  const from = i32(pairs.from, pair)
  const to = i32(pairs.to, pair)
  const va = f64(prices, from)
  const vb = f64(prices, to)
  if (va >= vb * f64(pairs.spot, pair) || f64(max, from) === 0) return 0
  if (from === task.target || to === task.source) return 0
  let flow = 0
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (va >= vb * f64(book.spot, edge)) break
    tradeToPrice(scope, edge, va / vb)
    if (vb * fill.y - va * fill.x > computeLegCost(scope, edge)) flow += fill[side]
  }
  return flow
}
