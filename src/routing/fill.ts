import type { Way } from './paths.ts'
import { add, admits, emptyPlan, type Plan, type Search } from './plan.ts'
import { type Field, lookAfield, lookAround } from './ways.ts'

/** The amount is poured in this many parts at first, … */
const quanta = { shallow: 24n, deep: 48n }
/** … and in parts of no less than this fraction of it where pools are nearly full. */
const finest = 4_096n
/** Every so many quanta the ways are looked for anew, at the prices reached by then. */
const lookEvery = 6

/**
 * Pours the amount quantum by quantum into whichever way gives most for the next one; gas is not counted yet.
 * A deep trade moves prices so far that pools out of sight come into play: it looks for them as it goes.
 */
export function fill(search: Search, field: Field, deep: boolean): Plan | undefined {
  let plan = emptyPlan
  let left = search.amountIn
  let quantum = atLeastOne(search.amountIn / (deep ? quanta.deep : quanta.shallow))

  for (let round = 1; left > 0n; round += 1) {
    if (round % lookEvery === 0) look(search, plan, field, deep && round % (2 * lookEvery) === 0)
    const part = left < quantum * 2n ? left : quantum // the last one takes the odd units: alone they would buy nothing
    const next = best(search, plan, field.ways, part)
    if (next === undefined) {
      quantum /= 2n
      if (quantum === 0n || quantum * finest < search.amountIn) return undefined
      continue
    }
    plan = next
    left -= part
  }
  return plan
}

function look(search: Search, plan: Plan, field: Field, far: boolean): void {
  if (far) lookAfield(search, plan, field)
  else lookAround(search, plan, field)
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
