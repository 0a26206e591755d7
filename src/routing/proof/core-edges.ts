import { f64, i32, toFloat64 } from '#math/typed'
import { computeLegCost, type Scope } from './scope.ts'

/** The edges between a few tokens, in typed arrays: the domain of the smooth bound. */
export interface CoreEdges {
  /** Market numbers: the input token first, the output token second. */
  readonly tokens: readonly number[]
  /** By pair of the core: the positions of its tokens, and where its edges begin, best spot first. */
  readonly pairs: number
  readonly a: Int32Array
  readonly b: Int32Array
  readonly first: Int32Array
  /** By edge: its market number, and its gas cost in the output token. */
  readonly edge: Int32Array
  readonly cost: Float64Array
  /** Edges that share a pool number, of which a route uses at most one. */
  readonly groups: readonly EdgeGroup[]
}

/** By member: its position among the edges, and those of its tokens. */
export interface EdgeGroup {
  readonly places: readonly number[]
  readonly a: readonly number[]
  readonly b: readonly number[]
}

export function gatherEdges(scope: Scope, tokens: readonly number[]): CoreEdges {
  const [a, b, first, edges]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const [i, k, pair] of findPairsAmong(scope, tokens)) {
    a.push(i)
    b.push(k)
    first.push(edges.length)
    addTradingEdges(edges, scope, pair)
  }
  return withGroups(scope, {
    tokens,
    pairs: a.length,
    a: Int32Array.from(a),
    b: Int32Array.from(b),
    first: Int32Array.from([...first, edges.length]),
    edge: Int32Array.from(edges),
    cost: toFloat64(edges, (edge) => computeLegCost(scope, edge)),
  })
}

function withGroups({ index: { book } }: Pick<Scope, 'index'>, core: Omit<CoreEdges, 'groups'>): CoreEdges {
  const groups = new Map<number, { places: number[]; a: number[]; b: number[] }>()
  forEachEdge(core, (place, a, b) => {
    const edge = i32(core.edge, place)
    if (i32(book.siblings, edge) <= 2) return
    const pool = i32(book.pool, edge)
    const group = groups.get(pool) ?? { places: [], a: [], b: [] }
    groups.set(pool, group)
    group.places.push(place)
    group.a.push(a)
    group.b.push(b)
  })
  return combineColumns(core, [...groups.values()])
}

/** Not spread: that would give cores several hidden classes, and loops over them are compiled for one. */
function combineColumns(
  { tokens, pairs, a, b, first, edge, cost }: Omit<CoreEdges, 'groups'>,
  groups: CoreEdges['groups'],
): CoreEdges {
  return { tokens, pairs, a, b, first, edge, cost, groups }
}

/** Visits every edge with its position and those of its tokens. */
export function forEachEdge(
  core: Omit<CoreEdges, 'groups'>,
  visit: (place: number, a: number, b: number) => void,
): void {
  for (let pair = 0; pair < core.pairs; pair += 1) {
    const [a, b, end] = [i32(core.a, pair), i32(core.b, pair), i32(core.first, pair + 1)]
    for (let place = i32(core.first, pair); place < end; place += 1) visit(place, a, b)
  }
}

/** The core with only the edges at the positions kept. */
export function filterEdges(
  scope: Pick<Scope, 'index'>,
  core: CoreEdges,
  isKept: (place: number) => boolean,
): CoreEdges {
  const [a, b, first] = [new Int32Array(core.pairs), new Int32Array(core.pairs), new Int32Array(core.pairs + 1)]
  const [edge, cost] = [new Int32Array(core.edge.length), new Float64Array(core.edge.length)]
  let [pairs, edges] = [0, 0]
  for (let pair = 0; pair < core.pairs; pair += 1) {
    const end = i32(core.first, pair + 1)
    for (let place = i32(core.first, pair); place < end; place += 1) {
      if (!isKept(place)) continue
      edge[edges] = i32(core.edge, place)
      cost[edges] = f64(core.cost, place)
      edges += 1
    }
    if (edges === i32(first, pairs)) continue
    a[pairs] = i32(core.a, pair)
    b[pairs] = i32(core.b, pair)
    pairs += 1
    first[pairs] = edges
  }
  const kept = {
    tokens: core.tokens,
    pairs,
    a: a.subarray(0, pairs),
    b: b.subarray(0, pairs),
    first: first.subarray(0, pairs + 1),
    edge: edge.subarray(0, edges),
    cost: cost.subarray(0, edges),
  }
  return core.groups.length === 0 ? combineColumns(kept, []) : withGroups(scope, kept)
}

/** Drops tokens without edges, except input and output token. `places`: the former positions of the remaining ones. */
export function compactTokens(core: CoreEdges): { readonly core: CoreEdges; readonly places: readonly number[] } {
  const used = new Set([0, 1])
  for (let pair = 0; pair < core.pairs; pair += 1) used.add(i32(core.a, pair)).add(i32(core.b, pair))
  const places = [...used]
  const moved = new Int32Array(core.tokens.length)
  places.forEach((place, at) => {
    moved[place] = at
  })
  const tokens = places.flatMap((place) => core.tokens[place] ?? [])
  const move = (side: Int32Array) => side.map((place) => i32(moved, place))
  const groups = core.groups.map(({ places: own, a, b }) => ({
    places: own,
    a: a.map((place) => i32(moved, place)),
    b: b.map((place) => i32(moved, place)),
  }))
  return { core: combineColumns({ ...core, tokens, a: move(core.a), b: move(core.b) }, groups), places }
}

/** Positions of two tokens and the pair between them, for every pair that a route may trade. */
function findPairsAmong({ index: { pairs }, max }: Scope, tokens: readonly number[]) {
  const among: (readonly [number, number, number])[] = []
  for (const [i, from] of tokens.entries()) {
    if (i === 1 || f64(max, from) === 0) continue
    for (const [k, to] of tokens.entries()) {
      const pair = k === 0 || k === i ? undefined : pairs.find(from, to)
      if (pair !== undefined && f64(pairs.spot, pair) > 0) among.push([i, k, pair])
    }
  }
  return among
}

/** Adds the edges of a pair that have a price; they are sorted by it. */
function addTradingEdges(edges: number[], { index: { pairs, book } }: Scope, pair: number): void {
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) === 0) return
    edges.push(edge)
  }
}
