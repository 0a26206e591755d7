import { type Margins, openMargins } from './margins.ts'
import type { Way } from './paths.ts'
import { admits, emptyPlan, moved, type Plan, type Search } from './plan.ts'
import { type Field, lookAfield, lookAround } from './ways.ts'

/** The amount is poured in this many parts at first, … */
const quanta = { shallow: 24, deep: 48 }
/** … and in parts of no less than this fraction of it where pools are nearly full. */
const finest = 4_096
/** Every so many quanta the ways are looked for anew, at the prices reached by then. */
const lookEvery = 6

/**
 * Pours the amount quantum by quantum into whichever way gives most for the next one; gas is not counted yet.
 * A deep trade moves prices so far that pools out of sight come into play: it looks for them as it goes.
 */
export function fill(search: Search, field: Field, deep: boolean): Plan | undefined {
  let plan = emptyPlan
  let left = search.amountIn
  let margins = openMargins(search, Math.max(1, Math.floor(left / (deep ? quanta.deep : quanta.shallow))))

  for (let round = 1; left > 0; round += 1) {
    if (round % lookEvery === 0) look(search, plan, field, deep && round % (2 * lookEvery) === 0)
    const { quantum } = margins
    const isLast = left < quantum * 2 // it takes the odd units: alone they would buy nothing
    const next = poured(search, plan, field, isLast ? openMargins(search, left) : margins)
    if (next !== undefined) {
      plan = next
      left = isLast ? 0 : left - quantum
      continue
    }
    if (quantum < 2 || quantum * finest < 2 * search.amountIn) return undefined
    margins = openMargins(search, Math.floor(quantum / 2))
  }
  return plan
}

function look(search: Search, plan: Plan, field: Field, far: boolean): void {
  if (far) lookAfield(search, plan, field)
  else lookAround(search, plan, field)
}

/** One part more, down the way that gives most for it. */
function poured(search: Search, plan: Plan, { ways }: Field, margins: Margins): Plan | undefined {
  let best: Way | undefined
  let most = 0
  for (const way of ways) {
    const gain = margins.gain(plan, way)
    if (gain <= most || !admits(search, plan, way)) continue
    best = way
    most = gain
  }
  return best && moved(search, plan, best, margins.quantum)
}
