/** Swaps of legs: what redirects are said to change, and that those ranked keep the limit on paths. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProofWorkspace } from '#routing/proof/proof-state'
import { closeEdges } from '#routing/search/candidates'
import { findRedirects, type Redirect } from '#routing/search/redirects'
import { computeShape, keepConnected } from '#routing/search/route-shape'
import { tryEdges } from '#routing/search/support'
import { fitModel } from '#routing/search/swap-model'
import { rankSwaps } from '#routing/search/swaps'
import { createSearchState, createSearchWorkspace } from '#routing/search/workspace'
import { solve } from '#routing/solve'
import { roundsOf } from './rounds.ts'
import { type SmallMarket, smallMarket } from './routing-bound-markets.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_127)

/** Basis points of a route's value: what each of its redirects is said to change, and what it changes. */
function measureRedirects({ index, task }: SmallMarket): readonly (readonly [said: number, is: number])[] {
  const workspace = createSearchWorkspace(index)
  const searched = solve({ workspace, proofs: createProofWorkspace(workspace) }, task)
  if (searched?.support.isWhole !== true) return []
  const { core, support } = searched
  const state = createSearchState(workspace, core)
  const shape = computeShape(core, support.edges)
  if (shape === undefined) return []
  closeEdges(state, support, shape)
  fitModel(state.swapModel, index.book, support)
  const found: Redirect[] = []
  findRedirects(state, support, shape, { above: () => -0.01 * support.value, add: (one) => found.push(one) })
  return found.map(({ leg, edge, change }) => {
    const own = support.edges[leg]
    expect([own?.a === edge.a, own?.b === edge.b]).toContain(true)
    expect(support.edges).not.toContain(edge)
    const edges = support.edges.map((other, i) => (i === leg ? edge : other))
    expect(keepConnected(edges)).toEqual(edges)
    expect(computeShape(core, edges)).toBeDefined()
    const next = tryEdges(state, edges, support.prices)
    const [said, is] = [change, next.value - support.value].map((by) => (by / support.value) * 10_000)
    return [said ?? 0, is ?? 0] as const
  })
}

test(`redirects change about what they are said to (seed ${seed})`, () => {
  const all = fc.sample(smallMarket, { numRuns: 400, seed }).flatMap(measureRedirects)
  const errors = all.map(([said, is]) => Math.abs(said - is)).sort((a, b) => a - b)
  const [p50, p90] = [0.5, 0.9].map((part) => errors[Math.floor(errors.length * part)])
  console.info(`off in bp, of ${all.length}: p50 ${p50}, p90 ${p90}`)
  expect(all.length).toBeGreaterThan(100)
  expect(p50).toBeLessThan(1e-4)
  expect(p90).toBeLessThan(0.01)
})

test(`no swap is ranked that needs more paths than are allowed (seed ${seed})`, () => {
  let ranked = 0
  for (const { index, task: asked } of fc.sample(smallMarket, { numRuns: roundsOf(400), seed })) {
    const task = { ...asked, limits: { ...asked.limits, maxLegs: 8, maxSplits: 2 } }
    const workspace = createSearchWorkspace(index)
    const searched = solve({ workspace, proofs: createProofWorkspace(workspace) }, task)
    if (searched?.support.isWhole !== true) continue
    const { core, support } = searched
    const free = { isBarred: () => false, isHeld: () => false, toBeat: 0 }
    for (const { removed, added } of rankSwaps(createSearchState(workspace, core), support, {
      legs: 8,
      maxEdges: 3,
      ...free,
    })) {
      const kept = support.edges.filter((_, i) => !removed.includes(i))
      const shape = computeShape(core, keepConnected([...kept, ...added.flatMap(({ edges }) => edges)]))
      expect(shape?.pathCount ?? 0).toBeLessThanOrEqual(2)
      ranked += 1
    }
  }
  expect(ranked).toBeGreaterThan(roundsOf(100))
})
