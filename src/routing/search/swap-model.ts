/**
 * What a swap of legs does to a route's value, to second order.
 *
 * A support's value is the minimum of its dual (`dual.ts`), where the slopes of its legs add up to 0. In log prices a leg
 * has the slope −paid at its input token and +given at its output token, and its curvature is a conductance h between
 * the two. Without the legs R and with a candidate f the dual at the same prices is lower by the gains of R and higher
 * by that of f; its slope there is r, and its minimum is lower by ½ rᵀ H⁻¹ r:
 *
 *   change ≈ gain_f − Σ_R gain − ½ (r_R + r_f)ᵀ (H_R + h_f u uᵀ)⁻¹ (r_R + r_f)
 *
 * with u = 1 at f's input token and −1 at its output token. So one inverse for each removal gives the change for any
 * candidate in constant time (Sherman–Morrison). A candidate of several edges conducts as they do in series.
 */
import { invert } from '#math/inverse'
import { f64, i32 } from '#math/typed'
import { createFill, type Fill, fillTo } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { Candidate } from './candidates.ts'
import type { SearchEdge } from './search-graph.ts'
import type { Support } from './support.ts'

/** A route's tokens other than the output token, whose price is fixed (`route-shape.ts` allows 31). */
const maxRows = 32
const [maxTokens, maxLegs] = [256, 512]
/** Part of a diagonal entry, and of the largest one, that keeps the Hessian of a weakly connected route solvable. */
const [ownRidge, ridge] = [1e-9, 1e-12]
/** Resistance of an edge whose input no longer depends on the price. */
const infiniteResistance = 1e300

export interface SwapModel {
  /** By core token: its row in the Hessian; −1 for the output token, −2 for tokens outside the route. */
  readonly row: Int32Array
  /** The rows in use. */
  size: number
  /** By leg: the rows of its tokens, what it pays and gives at the route's prices, and its conductance. */
  readonly legs: Columns
  /** The same by candidate. */
  readonly candidates: Columns
  /** Of the route without the removed legs: the inverse Hessian, the slope r, and H⁻¹ r. */
  readonly inverse: Float64Array
  readonly slope: Float64Array
  readonly move: Float64Array
  /** rᵀ H⁻¹ r. */
  decrease: number
  /** By row: 1 for tokens that the remaining legs touch. */
  readonly isTouched: Uint8Array
  readonly fill: Fill
}

interface Columns {
  count: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly paid: Float64Array
  readonly given: Float64Array
  readonly conductance: Float64Array
}

export const createSwapModel = (): SwapModel => ({
  row: new Int32Array(maxTokens),
  size: 0,
  legs: createColumns(),
  candidates: createColumns(),
  inverse: new Float64Array(maxRows * maxRows),
  slope: new Float64Array(maxRows),
  move: new Float64Array(maxRows),
  decrease: 0,
  isTouched: new Uint8Array(maxRows),
  fill: createFill(),
})

const createColumns = (): Columns => ({
  count: 0,
  from: new Int32Array(maxLegs),
  to: new Int32Array(maxLegs),
  paid: new Float64Array(maxLegs),
  given: new Float64Array(maxLegs),
  conductance: new Float64Array(maxLegs),
})

/** Fits the model to a support, at its prices. */
export function fitModel(model: SwapModel, table: EdgeTable, { edges, prices }: Support): void {
  const { row, legs, fill } = model
  row.fill(-2)
  row[0] = 0
  row[1] = -1
  model.size = 1
  for (const { a, b } of edges) {
    if (i32(row, a) === -2) row[a] = model.size++
    if (i32(row, b) === -2) row[b] = model.size++
  }
  legs.count = edges.length
  for (let i = 0; i < edges.length; i += 1) {
    const { edge, a, b, spot } = edges[i] as SearchEdge
    const [va, vb] = [f64(prices, a), f64(prices, b)]
    const isFlowing = va < spot * vb
    if (isFlowing) fillTo(table, edge, va / vb, fill)
    legs.from[i] = i32(row, a)
    legs.to[i] = i32(row, b)
    legs.paid[i] = isFlowing ? va * fill.x : 0
    legs.given[i] = isFlowing ? vb * fill.y : 0
    legs.conductance[i] = isFlowing ? 0.5 * va * fill.flex : 0
  }
}

/** Fits the candidates of swaps, instead of those before, at the support's prices. */
export function fitCandidates(
  model: SwapModel,
  table: EdgeTable,
  { prices }: Support,
  candidates: readonly Candidate[],
): void {
  model.candidates.count = candidates.length
  for (let i = 0; i < candidates.length; i += 1) fitCandidate(model, table, prices, candidates[i] as Candidate, i)
}

function fitCandidate(
  { row, candidates, fill }: SwapModel,
  table: EdgeTable,
  routePrices: Float64Array,
  { edges, gain, prices }: Candidate,
  place: number,
): void {
  let [resistance, cost, paid, given] = [0, 0, 0, 0]
  const last = edges.length - 1
  for (let i = 0; i <= last; i += 1) {
    const { edge, a, b, cost: own } = edges[i] as SearchEdge
    const va = i === 0 ? f64(routePrices, a) : priceOf(prices, a)
    const vb = i === last ? f64(routePrices, b) : priceOf(prices, b)
    fillTo(table, edge, va / vb, fill)
    const conductance = 0.5 * va * fill.flex
    resistance += conductance > 0 ? 1 / conductance : infiniteResistance
    cost += own
    if (i === 0) paid = va * fill.x
    if (i === last) given = vb * fill.y
  }
  candidates.from[place] = i32(row, (edges[0] as SearchEdge).a)
  candidates.to[place] = i32(row, (edges[last] as SearchEdge).b)
  candidates.paid[place] = last === 0 ? paid : given - gain - cost
  candidates.given[place] = given
  candidates.conductance[place] = 1 / resistance
}

function priceOf(prices: Candidate['prices'], token: number): number {
  for (const [other, price] of prices) if (other === token) return price
  return 0
}

/** Takes legs out of the model, instead of those taken out before. @returns false if the rest cannot be inverted */
export function removeFromModel(model: SwapModel, removed: readonly number[]): boolean {
  const { size: n, inverse, slope, isTouched, legs } = model
  inverse.fill(0, 0, n * n)
  slope.fill(0, 0, n)
  isTouched.fill(0, 0, n)
  for (let i = 0; i < legs.count; i += 1) {
    const [p, q] = [i32(legs.from, i), i32(legs.to, i)]
    if (removed.includes(i)) {
      slope[p] = f64(slope, p) + f64(legs.paid, i)
      if (q >= 0) slope[q] = f64(slope, q) - f64(legs.given, i)
    } else addConductance(model, p, q, f64(legs.conductance, i))
  }
  keepSolvable(model)
  if (!invert(inverse, n)) return false
  computeMove(model)
  return true
}

/** H⁻¹ r, and rᵀ H⁻¹ r. */
function computeMove(model: SwapModel): void {
  const { inverse, slope, move, size: n } = model
  model.decrease = 0
  for (let i = 0; i < n; i += 1) {
    let sum = 0
    for (let k = 0; k < n; k += 1) sum += f64(inverse, i * n + k) * f64(slope, k)
    move[i] = sum
    model.decrease += sum * f64(slope, i)
  }
}

/** Tokens that went with the removed legs keep their price. */
function keepSolvable({ inverse: h, slope, size: n, isTouched }: SwapModel): void {
  let largest = 0
  for (let i = 0; i < n; i += 1) largest = Math.max(largest, f64(h, i * n + i))
  for (let i = 0; i < n; i += 1) {
    h[i * n + i] = isTouched[i] === 0 ? largest : f64(h, i * n + i) * (1 + ownRidge) + ridge * largest
    if (isTouched[i] === 0) slope[i] = 0
  }
}

function addConductance({ inverse: h, size: n, isTouched }: SwapModel, p: number, q: number, by: number): void {
  isTouched[p] = 1
  h[p * n + p] = f64(h, p * n + p) + by
  if (q < 0) return
  isTouched[q] = 1
  h[q * n + q] = f64(h, q * n + q) + by
  h[p * n + q] = f64(h, p * n + q) - by
  h[q * n + p] = f64(h, q * n + p) - by
}

/** How many of the route's tokens the remaining legs do not touch. */
export function countLostTokens({ isTouched, size }: SwapModel): number {
  let lost = 0
  for (let i = 0; i < size; i += 1) if (isTouched[i] === 0) lost += 1
  return lost
}

/** Whether a candidate starts and ends at tokens that the remaining legs touch. */
export function isAttached({ candidates: { from, to }, isTouched }: SwapModel, candidate: number): boolean {
  const [p, q] = [i32(from, candidate), i32(to, candidate)]
  return (p === 0 || isTouched[p] === 1) && (q < 0 || isTouched[q] === 1)
}

/** By how much the minimum falls below the sum of the gains if a candidate is added to the remaining legs: ½ rᵀ H⁻¹ r. */
export function computeDecrease(model: SwapModel, candidate: number): number {
  const { inverse, move, size: n, candidates } = model
  const p = i32(candidates.from, candidate)
  const q = i32(candidates.to, candidate)
  const paid = f64(candidates.paid, candidate)
  const given = f64(candidates.given, candidate)
  const pp = f64(inverse, p * n + p)
  if (q < 0) {
    const at = f64(move, p) - paid * pp
    const all = model.decrease - 2 * paid * f64(move, p) + paid * paid * pp
    return 0.5 * Math.max(0, all - damping(f64(candidates.conductance, candidate), pp, at))
  }
  const qq = f64(inverse, q * n + q)
  const pq = f64(inverse, p * n + q)
  const all =
    model.decrease +
    2 * (given * f64(move, q) - paid * f64(move, p)) +
    paid * paid * pp +
    given * given * qq -
    2 * paid * given * pq
  const difference = f64(move, p) - paid * pp + given * pq - (f64(move, q) - paid * pq + given * qq)
  return 0.5 * Math.max(0, all - damping(f64(candidates.conductance, candidate), pp + qq - 2 * pq, difference))
}

/** Adds a candidate to the remaining legs, for good. */
export function attachToModel(model: SwapModel, candidate: number): void {
  const { inverse, slope, size: n, candidates } = model
  const p = i32(candidates.from, candidate)
  const q = i32(candidates.to, candidate)
  const h = f64(candidates.conductance, candidate)
  for (let i = 0; i < n; i += 1) across[i] = f64(inverse, i * n + p) - (q < 0 ? 0 : f64(inverse, i * n + q))
  const factor = h / (1 + h * (f64(across, p) - (q < 0 ? 0 : f64(across, q))))
  for (let i = 0; i < n; i += 1) {
    const part = factor * f64(across, i)
    for (let k = 0; k < n; k += 1) inverse[i * n + k] = f64(inverse, i * n + k) - part * f64(across, k)
  }
  slope[p] = f64(slope, p) - f64(candidates.paid, candidate)
  if (q >= 0) slope[q] = f64(slope, q) + f64(candidates.given, candidate)
  computeMove(model)
}

/** H⁻¹ u of a candidate. */
const across = new Float64Array(maxRows)

/** What a leg carries moves to another edge: from core token a to b before, from c to d after. */
export interface Shift {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  /** At the route's prices: what is paid before and after, what the leg gives, and what the other edge gives. */
  readonly paid: number
  readonly given: number
  readonly now: number
}

/** By how much the minimum falls below the sum of the gains with all legs in the model: ½ rᵀ H⁻¹ r. */
export function computeShiftDecrease({ row, inverse, size: n }: SwapModel, shift: Shift): number {
  rows[0] = i32(row, shift.a)
  rows[1] = i32(row, shift.b)
  rows[2] = i32(row, shift.c)
  rows[3] = i32(row, shift.d)
  slopes[0] = shift.paid
  slopes[1] = -shift.given
  slopes[2] = -shift.paid
  slopes[3] = shift.now
  let sum = 0
  for (let i = 0; i < 4; i += 1) {
    const p = i32(rows, i)
    if (p < 0) continue
    for (let k = 0; k < 4; k += 1) {
      const q = i32(rows, k)
      if (q >= 0) sum += f64(slopes, i) * f64(slopes, k) * f64(inverse, p * n + q)
    }
  }
  return 0.5 * Math.max(0, sum)
}

const [rows, slopes] = [new Int32Array(4), new Float64Array(4)]

/** What the candidate's own conductance h takes off rᵀ H⁻¹ r, with uᵀ H⁻¹ u and uᵀ H⁻¹ r. */
const damping = (h: number, spread: number, difference: number): number =>
  (h * difference * difference) / (1 + h * spread)
