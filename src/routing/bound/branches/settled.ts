import { f64, i32 } from '#math/typed'
import { type CoreEdges, filtered, forEachEdge } from '#routing/bound/core-edges'
import type { Scope } from '#routing/bound/scope'

/** Sums along one way differ by so much. */
const rounding = 1e-12

interface Priced {
  /** By place in the core, what edges gain less what they cost. */
  readonly gains: Float64Array
  readonly paid: number
  /** How far above the least that is of interest the bound is. */
  readonly radius: number
}

export interface Settled {
  readonly core: CoreEdges
  readonly paid: number
  /** What pools lack on the way from the sold to the bought token that lacks least: every route holds a way. */
  readonly lack: number
  /** Place of the edge that lacks most on that way; −1 where none does. */
  readonly lacking: number
}

/**
 * Takes out what no route of interest may use, and counts as used what each such route has to. Giving up an edge takes off
 * the bound what it gains; using one, what the pools lack on the best way over it from the sold to the bought token.
 */
export function settled({ ground: { book } }: Scope, core: CoreEdges, { gains, paid, radius }: Priced): Settled {
  const { lacks, lack } = lacksThrough(core, gains)
  const isShared = (place: number) => i32(book.siblings, i32(core.edge, place)) > 2
  const cost = core.cost.slice()
  let paidNow = paid
  let [lacking, most] = [-1, 0]
  gains.forEach((gain, place) => {
    if (isShared(place)) return
    if (gain >= radius) {
      paidNow += f64(cost, place)
      cost[place] = 0
    } else if (-gain > most && f64(lacks, place) <= lack * (1 + rounding))
      [lacking, most] = [i32(core.edge, place), -gain]
  })
  const left = filtered({ ...core, cost }, (place) => f64(lacks, place) < radius)
  return { core: left, paid: paidNow, lack, lacking: left.edge.indexOf(lacking) }
}

/** By place, what pools lack on the way over it that lacks least; and on the way of all that does. */
function lacksThrough(core: CoreEdges, gains: Float64Array) {
  const before = new Float64Array(core.tokens.length).fill(Number.POSITIVE_INFINITY)
  const behind = before.slice()
  before[0] = 0
  behind[1] = 0
  const lacks = gains.map((gain) => Math.max(0, -gain))
  let isNew = true
  for (let hop = 0; isNew && hop < core.tokens.length; hop += 1) {
    isNew = false
    forEachEdge(core, (place, a, b) => {
      const there = f64(before, a) + f64(lacks, place)
      const here = f64(behind, b) + f64(lacks, place)
      if (there >= f64(before, b) && here >= f64(behind, a)) return
      before[b] = Math.min(there, f64(before, b))
      behind[a] = Math.min(here, f64(behind, a))
      isNew = true
    })
  }
  const through = lacks.slice()
  forEachEdge(core, (place, a, b) => {
    through[place] = f64(before, a) + f64(lacks, place) + f64(behind, b)
  })
  return { lacks: through, lack: f64(before, 1) }
}
