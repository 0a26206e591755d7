import { f64, i32 } from '#math/typed'
import { type DualValue, evaluateDual, type Surplus } from '#routing/bound/dual-value'
import type { ProofState } from '#routing/bound/proof-state'
import { minimizeOverPrice } from './minimize-over-price.ts'
import { priceAtMidpoint } from './outside-prices.ts'

export interface ExtendedPrices extends DualValue {
  /** Tokens outside the core around which pools still gain, largest gain first. */
  readonly missingTokens: readonly number[]
}

/**
 * Part of the bound that pools must gain around a token outside the core to optimize its price, and to add it to the
 * core.
 */
const minSettleGain = 1e-8
const minCoreGain = 1e-7
const maxSettled = 60
const maxWanted = 16

/**
 * Extends the core's prices to every token of the market and evaluates the bound that they prove. If pools gain around
 * tokens outside the core, optimizes these tokens' prices and evaluates again. Leaves the prices in the workspace.
 */
export function extendPrices(state: ProofState): ExtendedPrices {
  const { workspace: room, scope, core } = state
  const { prices, isCore } = room
  room.lastExtended = undefined
  for (const token of scope.reached) prices[token] = 0
  core.tokens.forEach((token, place) => {
    prices[token] = f64(state.prices, place)
    isCore[token] = 1
  })
  priceAtMidpoint(scope, prices, scope.reached, isCore)
  const first = evaluateDual(scope, prices)
  const unsettled = findTokensOutside(state, first, minSettleGain)
  for (const token of unsettled.slice(0, maxSettled)) minimizeOverPrice(scope, prices, token)
  const scan = unsettled.length === 0 ? first : evaluateDual(scope, prices)
  const missingTokens = findTokensOutside(state, scan, minCoreGain).slice(0, maxWanted)
  for (const token of core.tokens) isCore[token] = 0
  const spread = { ...scan, missingTokens }
  room.lastExtended = { at: state.prices, spread }
  return spread
}

/** As {@link extendPrices}, but reuses the prices in the workspace if they are current. */
export const getExtendedPrices = (state: ProofState): ExtendedPrices =>
  state.workspace.lastExtended?.at === state.prices ? state.workspace.lastExtended.spread : extendPrices(state)

function findTokensOutside(
  { workspace: room, scope }: ProofState,
  { surpluses, bound }: DualValue,
  part: number,
): number[] {
  const { book } = scope.index
  const gained = new Map<number, number>()
  const add = (token: number, { value }: Surplus) => {
    if (room.isCore[token] === 0) gained.set(token, (gained.get(token) ?? 0) + value)
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
