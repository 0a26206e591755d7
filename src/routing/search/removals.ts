import { i32 } from '#math/typed'
import type { CoreEdge } from './core.ts'
import type { Support } from './support.ts'

const [outOf, into] = [new Int32Array(256), new Int32Array(256)]

/** A leg with all that hangs on it: what leads to it alone, or on from it alone, goes too. */
export interface Removal {
  /** Positions in the support. */
  readonly gone: readonly number[]
  /** What the route loses without them at the least: what each gains at the support's prices. */
  readonly loss: number
}

/** By what a route is over its limits. What goes with one leg ends one way, however many legs it is. */
export interface Excess {
  readonly legs: number
  readonly ways: number
}

/** One for every leg, those that hang together once; so ordered that the first loses least for `over` legs fewer. */
export function removalsOf({ edges, gains }: Support, over: number): readonly Removal[] {
  outOf.fill(0)
  into.fill(0)
  for (const { a, b } of edges) {
    count(outOf, a, 1)
    count(into, b, 1)
  }
  const found = new Map<number | string, Removal & { readonly rate: number }>()
  edges.forEach(({ a, b }, i) => {
    const isAlone = i32(outOf, a) > 1 && i32(into, b) > 1
    const gone = isAlone ? [i] : hangingOn(edges, i)
    const loss = gone.reduce((sum, k) => sum + (gains[k] ?? 0), 0)
    const rate = loss < 0 ? loss : loss / Math.min(gone.length, over)
    found.set(isAlone ? i : gone.join(), { gone, loss, rate })
  })
  return [...found.values()].sort((one, other) => one.rate - other.rate || (one.gone[0] ?? 0) - (other.gone[0] ?? 0))
}

/** Leaves the counts as they were. */
function hangingOn(edges: readonly CoreEdge[], leg: number): readonly number[] {
  const gone = new Map<number, CoreEdge>()
  const drop = (goes: (edge: CoreEdge, i: number) => boolean) =>
    edges.forEach((edge, i) => {
      if (goes(edge, i)) gone.set(i, edge)
    })
  drop((_, i) => i === leg)
  for (const { a, b } of gone.values()) {
    if (count(outOf, a, -1) === 0) drop((edge) => edge.b === a)
    if (count(into, b, -1) === 0) drop((edge) => edge.a === b)
  }
  for (const { a, b } of gone.values()) {
    count(outOf, a, 1)
    count(into, b, 1)
  }
  return [...gone.keys()].sort((one, other) => one - other)
}

function count(counts: Int32Array, token: number, by: number): number {
  const now = i32(counts, token) + by
  counts[token] = now
  return now
}

/** The first of them that together are no fewer legs than `legs`, and end no fewer ways; `undefined` where all are not enough. */
export function enough(removals: readonly Removal[], { legs, ways }: Excess): Removal | undefined {
  const gone = new Set<number>()
  let [loss, ended] = [0, 0]
  for (const removal of removals) {
    if (gone.size >= legs && ended >= ways) break
    if (removal.gone.every((i) => gone.has(i))) continue
    for (const i of removal.gone) gone.add(i)
    loss += removal.loss
    ended += 1
  }
  return gone.size < legs || ended < ways ? undefined : { gone: [...gone], loss }
}
