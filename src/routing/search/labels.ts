import { f64 } from '#math/typed'
import { emptySale, sell } from '#routing/book/edge'
import type { Core, CoreEdge, Ground } from './core.ts'

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
}

/** How much better than its price net of costs a way onward may turn out: rejection has to be safe. */
const onwardSlack = 1.01
const mostLabels = 4_096

/**
 * The undivided ways that give most net of gas, by a search over labels (amount, gas): hop by hop, keeping what is not
 * beaten in both at the same token. The first is the best of all over the core, up to the slack above.
 */
export function bestChains({ book }: Ground, core: Core, wanted: Wanted): readonly Chain[] {
  const sale = emptySale()
  const found: { label: Label; net: number }[] = []
  let best = wanted.above ?? Number.NEGATIVE_INFINITY
  let labels = 0

  const finish = (label: Label) => {
    const net = label.amount - label.gas
    if (net <= best && found.length >= wanted.count) return
    best = Math.max(best, net)
    found.push({ label, net })
  }
  const follow = (label: Label, edges: readonly CoreEdge[], next: Map<number, Label[]>) => {
    for (const edge of edges) {
      const worth = edge.b === 1 ? 1 : f64(core.onward, edge.b) * onwardSlack
      if (label.amount * edge.spot * worth - label.gas <= best) return
      if (wanted.without?.has(edge) === true) continue
      const amount = sell(book, edge.edge, label.amount, sale)
      const gas = label.gas + edge.cost
      if (amount <= 0 || amount * worth - gas <= best) continue
      const grown: Label = { token: edge.b, amount, gas, edge, before: label }
      if (edge.b === 1) finish(grown)
      else if (labels < mostLabels && keep(next, grown)) labels += 1
    }
  }

  let front: Label[] = [{ token: 0, amount: wanted.amount, gas: 0, edge: undefined, before: undefined }]
  for (let hop = 1; hop <= wanted.hops && front.length > 0; hop += 1) {
    const next = new Map<number, Label[]>()
    for (const label of front) {
      for (let b = hop === wanted.hops ? 1 : core.tokens.length - 1; b >= 1; b -= 1) {
        const bundle = core.between[label.token * core.tokens.length + b]
        if (bundle !== undefined && !isOn(label, b)) follow(label, bundle.edges, next)
      }
    }
    front = [...next.values()].flat()
  }
  return found
    .sort((x, y) => y.net - x.net)
    .slice(0, wanted.count)
    .map(({ label, net }) => ({ edges: edgesOf(label), out: label.amount, net }))
}

/** Adds a label unless another is as good in both; drops those it beats. */
function keep(next: Map<number, Label[]>, label: Label): boolean {
  const others = next.get(label.token)
  if (others === undefined) {
    next.set(label.token, [label])
    return true
  }
  if (others.some(({ amount, gas }) => amount >= label.amount && gas <= label.gas)) return false
  const left = others.filter(({ amount, gas }) => amount > label.amount || gas < label.gas)
  next.set(label.token, [...left, label])
  return true
}

function isOn(label: Label, token: number): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.before) if (at.token === token) return true
  return false
}

function edgesOf(label: Label): readonly CoreEdge[] {
  const edges: CoreEdge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.before) edges.unshift(at.edge)
  return edges
}
