import { f64 } from '#math/typed'
import { createSellResult, sell } from '#routing/book/edge'
import type { EdgeTable } from '#routing/book/edge-table'
import type { Bundle, MarketIndex, SearchEdge, SearchGraph } from './search-graph.ts'

/** A single path through the core and its output. */
export interface SinglePath {
  readonly edges: readonly SearchEdge[]
  readonly out: number
  /** Output less gas. */
  readonly net: number
}

export interface PathQuery {
  readonly amount: number
  readonly hops: number
  readonly count: number
  /** Only paths with a net output above this. */
  readonly above?: number
  /** Edges that may not be used. */
  readonly without?: ReadonlySet<SearchEdge>
}

interface Label {
  readonly token: number
  readonly amount: number
  readonly gas: number
  readonly edge: SearchEdge | undefined
  readonly before: Label | undefined
  /** Pools on the path that may not be used again (`SearchEdge.isShared`). */
  readonly taken: readonly number[]
}

/** By how much a path onward may beat its price net of costs: rejection must be safe. */
const onwardSlack = 1.003
const maxLabels = 4_096
const sale = createSellResult()

/**
 * The single paths with the largest output net of gas, by a search over labels (amount, gas): hop by hop, keeping
 * labels not dominated in both by another at the same token with the same freedom to continue. The first is the best
 * over the core, up to `onwardSlack`.
 */
export function bestSinglePaths({ book }: MarketIndex, core: SearchGraph, wanted: PathQuery): readonly SinglePath[] {
  const hunt: LabelSearch = { book, core, wanted, best: wanted.above ?? Number.NEGATIVE_INFINITY, labels: 0, found: [] }
  let front: readonly Label[] = [
    { token: 0, amount: wanted.amount, gas: 0, edge: undefined, before: undefined, taken: [] },
  ]
  for (let hop = 1; hop <= wanted.hops && front.length > 0; hop += 1)
    front = extendLabels(hunt, front, hop === wanted.hops)
  return hunt.found
    .sort((x, y) => netOf(y) - netOf(x))
    .slice(0, wanted.count)
    .map((label) => ({ edges: edgesOf(label), out: label.amount, net: netOf(label) }))
}

interface LabelSearch {
  readonly book: EdgeTable
  readonly core: SearchGraph
  readonly wanted: PathQuery
  /** The best net output found; initially the one required. */
  best: number
  labels: number
  readonly found: Label[]
}

const netOf = ({ amount, gas }: Label) => amount - gas

/** @returns the labels one hop further */
function extendLabels(hunt: LabelSearch, front: readonly Label[], isLast: boolean): readonly Label[] {
  const { between, tokens } = hunt.core
  const next = new Map<number, Label[]>()
  for (const label of front) {
    for (let b = isLast ? 1 : tokens.length - 1; b >= 1; b -= 1) {
      const bundle = between[label.token * tokens.length + b]
      if (bundle !== undefined && !isVisited(label, b)) followBundle(hunt, label, bundle, next)
    }
  }
  return [...next.values()].flat()
}

function followBundle(hunt: LabelSearch, label: Label, { b, edges }: Bundle, next: Map<number, Label[]>): void {
  const worth = b === 1 ? 1 : f64(hunt.core.priceToTarget, b) * onwardSlack
  for (const edge of edges) {
    if (label.amount * edge.spot * worth - label.gas <= hunt.best) return
    if (hunt.wanted.without?.has(edge) === true || isTaken(label, edge)) continue
    const amount = sell(hunt.book, edge.edge, label.amount, sale)
    const gas = label.gas + edge.cost
    if (amount <= 0 || amount * worth - gas <= hunt.best) continue
    const grown: Label = { token: b, amount, gas, edge, before: label, taken: addTakenPool(label, edge) }
    if (b === 1) recordLabel(hunt, grown)
    else if (hunt.labels < maxLabels && keepLabel(next, grown)) hunt.labels += 1
  }
}

/** Keeps every path better than all before it; the last ones are roughly, not exactly, the best few. */
function recordLabel(hunt: LabelSearch, label: Label): void {
  hunt.best = netOf(label)
  hunt.found.push(label)
}

/** Adds a label unless another dominates it; drops those it dominates. */
function keepLabel(next: Map<number, Label[]>, label: Label): boolean {
  const others = next.get(label.token)
  if (others === undefined) {
    next.set(label.token, [label])
    return true
  }
  if (others.some((other) => isDominating(other, label))) return false
  const left = others.filter((other) => !isDominating(label, other))
  next.set(label.token, [...left, label])
  return true
}

const isTaken = ({ taken }: Label, { isShared, pool }: SearchEdge): boolean => isShared && taken.includes(pool)

const addTakenPool = ({ taken }: Label, { isShared, pool }: SearchEdge) => (isShared ? [...taken, pool] : taken)

const isDominating = (one: Label, other: Label): boolean =>
  one.amount >= other.amount && one.gas <= other.gas && one.taken.every((pool) => other.taken.includes(pool))

function isVisited(label: Label, token: number): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.before) if (at.token === token) return true
  return false
}

function edgesOf(label: Label): readonly SearchEdge[] {
  const edges: SearchEdge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.before) edges.unshift(at.edge)
  return edges
}
