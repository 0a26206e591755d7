import { f64 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { emptySale, sell } from '#routing/book/edge'
import type { Bundle, Core, CoreEdge, Ground } from './core.ts'

/** An undivided way through the core and what it gives. */
export interface Chain {
  readonly edges: readonly CoreEdge[]
  readonly out: number
  /** Output less gas. */
  readonly net: number
}

export interface Wanted {
  readonly amount: number
  readonly hops: number
  readonly count: number
  /** Only ways that give more than this net of gas. */
  readonly above?: number
  /** Edges that may not be used. */
  readonly without?: ReadonlySet<CoreEdge>
}

interface Label {
  readonly token: number
  readonly amount: number
  readonly gas: number
  readonly edge: CoreEdge | undefined
  readonly before: Label | undefined
  /** Pools it has come over that may not stand in a route again (`CoreEdge.isShared`). */
  readonly taken: readonly number[]
}

/** How much better than its price net of costs a way onward may turn out: rejection has to be safe. */
const onwardSlack = 1.003
const mostLabels = 4_096
const sale = emptySale()

/**
 * The undivided ways that give most net of gas, by a search over labels (amount, gas): hop by hop, keeping what is not
 * beaten in both at the same token by one that may go on as it may. The first is the best of all over the core, up to the slack above.
 */
export function bestChains({ book }: Ground, core: Core, wanted: Wanted): readonly Chain[] {
  const hunt: Hunt = { book, core, wanted, best: wanted.above ?? Number.NEGATIVE_INFINITY, labels: 0, found: [] }
  let front: readonly Label[] = [
    { token: 0, amount: wanted.amount, gas: 0, edge: undefined, before: undefined, taken: [] },
  ]
  for (let hop = 1; hop <= wanted.hops && front.length > 0; hop += 1) front = goOn(hunt, front, hop === wanted.hops)
  return hunt.found
    .sort((x, y) => netOf(y) - netOf(x))
    .slice(0, wanted.count)
    .map((label) => ({ edges: edgesOf(label), out: label.amount, net: netOf(label) }))
}

interface Hunt {
  readonly book: Book
  readonly core: Core
  readonly wanted: Wanted
  /** Net of gas, of what was found; what was asked for until then. */
  best: number
  labels: number
  readonly found: Label[]
}

const netOf = ({ amount, gas }: Label) => amount - gas

/** @returns the labels one hop on */
function goOn(hunt: Hunt, front: readonly Label[], isLast: boolean): readonly Label[] {
  const { between, tokens } = hunt.core
  const next = new Map<number, Label[]>()
  for (const label of front) {
    for (let b = isLast ? 1 : tokens.length - 1; b >= 1; b -= 1) {
      const bundle = between[label.token * tokens.length + b]
      if (bundle !== undefined && !isOn(label, b)) follow(hunt, label, bundle, next)
    }
  }
  return [...next.values()].flat()
}

function follow(hunt: Hunt, label: Label, { b, edges }: Bundle, next: Map<number, Label[]>): void {
  const worth = b === 1 ? 1 : f64(hunt.core.onward, b) * onwardSlack
  for (const edge of edges) {
    if (label.amount * edge.spot * worth - label.gas <= hunt.best) return
    if (hunt.wanted.without?.has(edge) === true || isTaken(label, edge)) continue
    const amount = sell(hunt.book, edge.edge, label.amount, sale)
    const gas = label.gas + edge.cost
    if (amount <= 0 || amount * worth - gas <= hunt.best) continue
    const grown: Label = { token: b, amount, gas, edge, before: label, taken: takenBy(label, edge) }
    if (b === 1) finish(hunt, grown)
    else if (hunt.labels < mostLabels && keep(next, grown)) hunt.labels += 1
  }
}

/** Every way that is better than all before counts; the last of them are the best few, if not exactly those. */
function finish(hunt: Hunt, label: Label): void {
  hunt.best = netOf(label)
  hunt.found.push(label)
}

/** Adds a label unless another is as good in both; drops those it beats. */
function keep(next: Map<number, Label[]>, label: Label): boolean {
  const others = next.get(label.token)
  if (others === undefined) {
    next.set(label.token, [label])
    return true
  }
  if (others.some((other) => beats(other, label))) return false
  const left = others.filter((other) => !beats(label, other))
  next.set(label.token, [...left, label])
  return true
}

const isTaken = ({ taken }: Label, { isShared, pool }: CoreEdge): boolean => isShared && taken.includes(pool)

const takenBy = ({ taken }: Label, { isShared, pool }: CoreEdge) => (isShared ? [...taken, pool] : taken)

const beats = (one: Label, other: Label): boolean =>
  one.amount >= other.amount && one.gas <= other.gas && one.taken.every((pool) => other.taken.includes(pool))

function isOn(label: Label, token: number): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.before) if (at.token === token) return true
  return false
}

function edgesOf(label: Label): readonly CoreEdge[] {
  const edges: CoreEdge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.before) edges.unshift(at.edge)
  return edges
}
