import type { Edge } from './market.ts'
import type { Reach } from './reach.ts'

/** Edges in the order they are traded. */
export type Way = readonly Edge[]
export type Give = (edge: Edge, amountIn: number) => number

export interface RankedWay {
  readonly way: Way
  readonly amountOut: number
}

export interface Ranking {
  /** Best output first. */
  readonly ways: readonly RankedWay[]
  /** Output over input of every edge that was tried, at the largest amount that came to its token. */
  readonly rates: ReadonlyMap<Edge, number>
  /** The best way into each token. */
  readonly reached: ReadonlyMap<number, RankedWay>
}

interface Label {
  readonly token: number
  readonly amount: number
  /** The amount less what the gas of the way to it is worth: what labels are compared by. */
  readonly net: number
  readonly gas: number
  readonly edge: Edge | undefined
  readonly parent: Label | undefined
}

/** How many ways into a token are worth following, and how many parallel pools once a token was seen in full. */
const width = { inner: 4, parallel: 3 }

/** What a ranking asks: amounts, and what a way costs beside its input, in the token it has come to. */
export interface Pricing {
  readonly give: Give
  readonly cost?: (way: { readonly token: number; readonly last: Edge; readonly before: number }) => Cost
}

export interface Cost {
  /** Of the whole way so far. */
  readonly gas: number
  /** What this gas is worth in the way's last token. */
  readonly worth: number
}

export interface RankingInput {
  readonly reach: Reach
  readonly amount: number
  /** Ways wanted. */
  readonly keep: number
  /** Ways followed into each token between. */
  readonly inner?: number
}

/**
 * The best simple ways from source to target for `amount`, by output less cost: hop by hop, only the best few
 * ways into each token are followed. Longer ways have to beat the shorter ones to stay.
 */
export function rankWays(pricing: Pricing, input: RankingInput): Ranking {
  const { reach, amount, keep, inner = width.inner } = input
  const rates = new Map<Edge, number>()
  const shortlists = new Map<number, readonly Edge[]>()
  const best = new Map<number, Label[]>()
  const room = (token: number) => (token === reach.target ? keep : inner)
  let frontier: Label[] = [{ token: reach.source, amount, net: amount, gas: 0, edge: undefined, parent: undefined }]

  for (let left = reach.maxHops - 1; left >= 0 && frontier.length > 0; left -= 1) {
    const fresh: Label[] = []
    for (const label of frontier) {
      const edges = shortlists.get(label.token) ?? reach.leaving[label.token] ?? []
      const within = edges.filter((edge) => (reach.hopsLeft[edge.target] ?? Infinity) <= left)
      const found = expand(pricing, label, within)
      if (!shortlists.has(label.token)) shortlists.set(label.token, shortlist(found, label, within, rates))
      fresh.push(...found)
    }
    frontier = survivors(best, fresh, room).filter((label) => label.token !== reach.target)
  }

  const reached = new Map<number, RankedWay>()
  for (const [token, [label]] of best) if (label !== undefined) reached.set(token, ranked(label))
  return { ways: (best.get(reach.target) ?? []).map(ranked), rates, reached }
}

function expand({ give, cost }: Pricing, label: Label, edges: readonly Edge[]): Label[] {
  const found: Label[] = []
  for (const edge of edges) {
    if (visits(label, edge)) continue
    const amount = give(edge, label.amount)
    if (amount <= 0) continue
    const { gas, worth } = cost?.({ token: edge.target, last: edge, before: label.gas }) ?? { gas: 0, worth: 0 }
    found.push({ token: edge.target, amount, net: amount - worth, gas, edge, parent: label })
  }
  return found
}

function visits(label: Label, edge: Edge): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.parent) {
    if (at.token === edge.target || at.edge?.live === edge.live) return true
  }
  return false
}

/**
 * Keeps the best pools of each pair; the first label of a token carries the most, so it ranks them for the rest.
 * Edges this label could not try stay for those that can.
 */
function shortlist(
  found: readonly Label[],
  from: Label,
  within: readonly Edge[],
  rates: Map<Edge, number>,
): readonly Edge[] {
  const taken = new Map<number, number>()
  const kept = within.filter((edge) => visits(from, edge))
  for (const { token, edge, amount } of found.toSorted(byNet)) {
    if (edge === undefined) continue
    rates.set(edge, amount / from.amount)
    const count = taken.get(token) ?? 0
    taken.set(token, count + 1)
    if (count < width.parallel) kept.push(edge)
  }
  return kept
}

/** Enters fresh labels among the best of their tokens and returns those that stayed, largest first. */
function survivors(best: Map<number, Label[]>, fresh: readonly Label[], room: (token: number) => number): Label[] {
  const stayed = new Set<Label>()
  for (const label of fresh.toSorted(byNet)) {
    const rivals = best.get(label.token) ?? []
    if (rivals.length >= room(label.token) && byNet(label, rivals.at(-1) ?? label) >= 0) continue
    const entered = [...rivals, label].toSorted(byNet)
    const dropped = entered.length > room(label.token) ? entered.pop() : undefined
    best.set(label.token, entered)
    stayed.add(label)
    if (dropped !== undefined) stayed.delete(dropped)
  }
  return [...stayed]
}

const byNet = (a: Label, b: Label) => b.net - a.net || (a.edge?.id ?? 0) - (b.edge?.id ?? 0)

function ranked(label: Label): RankedWay {
  const way: Edge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.parent) way.unshift(at.edge)
  return { way, amountOut: label.amount }
}
