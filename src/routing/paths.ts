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
  readonly edge: Edge | undefined
  readonly parent: Label | undefined
}

/** How many ways into a token are worth following, and how many parallel pools once a token was seen in full. */
const width = { inner: 4, parallel: 3 }

/**
 * The best simple ways from source to target for `amount`, by exact output: hop by hop, only the best few ways
 * into each token are followed. Later ways have to beat the shorter ones to stay.
 */
export function rankWays(
  context: { readonly give: Give },
  input: { readonly reach: Reach; readonly amount: bigint; readonly keep: number; readonly inner?: number },
): Ranking {
  const { reach, amount, keep, inner = width.inner } = input
  const rates = new Map<Edge, number>()
  const shortlists = new Map<number, readonly Edge[]>()
  const best = new Map<number, Label[]>()
  let frontier: Label[] = [{ token: reach.source, amount, edge: undefined, parent: undefined }]

  for (let left = reach.maxHops - 1; left >= 0 && frontier.length > 0; left -= 1) {
    const fresh: Label[] = []
    for (const label of frontier) {
      const edges = shortlists.get(label.token) ?? reach.leaving[label.token] ?? []
      const found = expand(context.give, label, edges, reach, left)
      if (!shortlists.has(label.token)) shortlists.set(label.token, shortlist(found, label, rates))
      fresh.push(...found)
    }
    frontier = survivors(best, fresh, (token) => (token === reach.target ? keep : inner)).filter(
      (label) => label.token !== reach.target,
    )
  }

  const ways = (best.get(reach.target) ?? []).map((label) => ({ way: wayTo(label), amountOut: label.amount }))
  return { ways, rates, most: new Map([...best].map(([token, labels]) => [token, labels[0]?.amount ?? 0n])) }
}

function expand(give: Give, label: Label, edges: readonly Edge[], reach: Reach, left: number): Label[] {
  const found: Label[] = []
  for (const edge of edges) {
    if ((reach.hopsLeft[edge.target] ?? Infinity) > left || visits(label, edge)) continue
    const amount = give(edge, label.amount)
    if (amount > 0n) found.push({ token: edge.target, amount, edge, parent: label })
  }
  return found
}

function visits(label: Label, edge: Edge): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.parent) {
    if (at.token === edge.target || at.edge?.live === edge.live) return true
  }
  return false
}

/** Keeps the best pools of each pair; the first label of a token carries the most, so it ranks them for the rest. */
function shortlist(found: readonly Label[], from: Label, rates: Map<Edge, number>): readonly Edge[] {
  const taken = new Map<number, number>()
  const kept: Edge[] = []
  for (const { token, edge, amount } of found.toSorted(byAmount)) {
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
  for (const label of fresh.toSorted(byAmount)) {
    const rivals = best.get(label.token) ?? []
    if (rivals.length >= room(label.token) && byAmount(label, rivals.at(-1) ?? label) >= 0) continue
    const ranked = [...rivals, label].toSorted(byAmount)
    const dropped = ranked.length > room(label.token) ? ranked.pop() : undefined
    best.set(label.token, ranked)
    stayed.add(label)
    if (dropped !== undefined) stayed.delete(dropped)
  }
  return [...stayed]
}

const byAmount = (a: Label, b: Label) =>
  a.amount === b.amount ? (a.edge?.id ?? 0) - (b.edge?.id ?? 0) : a.amount > b.amount ? -1 : 1

function wayTo(label: Label): Way {
  const way: Edge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.parent) way.unshift(at.edge)
  return way
}
