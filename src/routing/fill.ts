import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import { add, admits, emptyPlan, type Plan, type Search } from './plan.ts'
import { addWays, marginalWays } from './ways.ts'

/** The amount is poured in this many parts at first, … */
const quanta = 24n
/** … and in parts of no less than this fraction of it where pools are nearly full. */
const finest = 4_096n
/** Every so many quanta the ways are looked for anew, at the prices reached by then. */
const lookEvery = 6

/** Pours the amount quantum by quantum into whichever way gives most for the next one; gas is not counted yet. */
export function fill(
  search: Search,
  input: { readonly ways: readonly Way[]; readonly core: readonly Edge[] },
): { readonly plan: Plan; readonly ways: Way[] } | undefined {
  const ways = [...input.ways]
  let plan = emptyPlan
  let left = search.amountIn
  let quantum = atLeastOne(search.amountIn / quanta)

  for (let round = 0; left > 0n; round += 1) {
    if (round > 0 && round % lookEvery === 0) addWays(ways, marginalWays(search, plan, input.core))
    const part = left < quantum * 2n ? left : quantum // the last one takes the odd units: alone they would buy nothing
    const next = best(search, plan, ways, part)
    if (next === undefined) {
      quantum /= 2n
      if (quantum === 0n || quantum * finest < search.amountIn) return undefined
      continue
    }
    plan = next
    left -= part
  }
  return { plan, ways }
}

function best(search: Search, plan: Plan, ways: readonly Way[], part: bigint): Plan | undefined {
  let found: Plan | undefined
  for (const way of ways) {
    const next = add(search, plan, way, part)
    if (next === undefined || (found !== undefined && next.amountOut <= found.amountOut)) continue
    if (admits(search, plan, way)) found = next
  }
  return found
}

const atLeastOne = (n: bigint) => (n > 0n ? n : 1n)
