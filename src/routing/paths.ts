import type { Edge } from './market.ts'
import type { Reach } from './reach.ts'

/** Edges in the order they are traded. */
export type Way = readonly Edge[]
export type Give = (edge: Edge, amountIn: bigint) => bigint

export interface RankedWay {
  readonly way: Way
  readonly amountOut: bigint
}

export interface Ranking {
  /** Best output first. */
  readonly ways: readonly RankedWay[]
  /** Output over input of every edge that was tried, at the largest amount that came to its token. */
  readonly rates: ReadonlyMap<Edge, number>
  /** The most of each token that was reached. */
  readonly most: ReadonlyMap<number, bigint>
}

interface Label {
  readonly token: number
  readonly amount: bigint
  /** The amount less what the gas of the way to it is worth: what labels are compared by. */
  readonly net: bigint
  readonly gas: bigint
  readonly edge: Edge | undefined
  readonly parent: Label | undefined
}

/** How many ways into a token are worth following, and how many parallel pools once a token was seen in full. */
const width = { inner: 4, parallel: 3 }

/** What a ranking asks: amounts, and what a way costs beside its input, in the token it has come to. */
export interface Pricing {
  readonly give: Give
  readonly cost?: (way: { readonly token: number; readonly last: Edge; readonly before: bigint }) => Cost
}

export interface Cost {
  /** Of the whole way so far. */
  readonly gas: bigint
  /** What this gas is worth in the way's last token. */
  readonly worth: bigint
}

export interface RankingInput {
  readonly reach: Reach
  readonly amount: bigint
  /** Ways wanted. */
  readonly keep: number
  /** Ways followed into each token between. */
  readonly inner?: number
}

/**
 * The best simple ways from source to target for `amount`, by exact output less cost: hop by hop, only the best few
 * ways into each token are followed. Longer ways have to beat the shorter ones to stay.
 */
export function rankWays(pricing: Pricing, input: RankingInput): Ranking {
  const { reach, amount, keep, inner = width.inner } = input
  const rates = new Map<Edge, number>()
  const shortlists = new Map<number, readonly Edge[]>()
  const best = new Map<number, Label[]>()
  const room = (token: number) => (token === reach.target ? keep : inner)
  let frontier: Label[] = [{ token: reach.source, amount, net: amount, gas: 0n, edge: undefined, parent: undefined }]

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

  const ways = (best.get(reach.target) ?? []).map((label) => ({ way: wayTo(label), amountOut: label.amount }))
  return { ways, rates, most: new Map([...best].map(([token, labels]) => [token, labels[0]?.amount ?? 0n])) }
}

function expand({ give, cost }: Pricing, label: Label, edges: readonly Edge[]): Label[] {
  const found: Label[] = []
  for (const edge of edges) {
    if (visits(label, edge)) continue
    const amount = give(edge, label.amount)
    if (amount <= 0n) continue
    const { gas, worth } = cost?.({ token: edge.target, last: edge, before: label.gas }) ?? { gas: 0n, worth: 0n }
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
    rates.set(edge, Number(amount) / Number(from.amount))
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
    const ranked = [...rivals, label].toSorted(byNet)
    const dropped = ranked.length > room(label.token) ? ranked.pop() : undefined
    best.set(label.token, ranked)
    stayed.add(label)
    if (dropped !== undefined) stayed.delete(dropped)
  }
  return [...stayed]
}

const byNet = (a: Label, b: Label) => (a.net === b.net ? (a.edge?.id ?? 0) - (b.edge?.id ?? 0) : a.net > b.net ? -1 : 1)

function wayTo(label: Label): Way {
  const way: Edge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.parent) way.unshift(at.edge)
  return way
}
