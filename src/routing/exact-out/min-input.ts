import type { MinInput } from '#domain/quotes/route'
import type { Amount } from '#domain/units'
import { toIntegerBound, toMinInput } from '#routing/answer/optimality'
import type { Task } from '#routing/index/task'
import { certify } from '#routing/proof/certify'
import type { ProofWorkspace } from '#routing/proof/proof-state'
import type { Incumbent } from '#routing/search/incumbent'

/** An exact-output request as the exact-input trade it amounts to. */
export interface MinInputQuery {
  readonly task: Task
  readonly found: Incumbent
  /** The input of the route: exactly the task's amount. */
  readonly sold: Amount
  /** Cost of the gas outside the legs. This and all that follows in smallest units of the output token. */
  readonly everyRoute: number
  /** The upper bound on the net output of any route for the same input. */
  readonly upperBound: bigint
  /** The required amount less the gas cost of the route; above 0. */
  readonly worth: bigint
}

/** Upper limit on the amounts tried. */
const maxTries = 8
/** The first step down is longer than prices suggest by this factor; each further step doubles that. */
const stepMargin = 1.01
/** By how much bounds of neighbouring amounts may differ through rounding, in smallest units. */
const rounding = 4
/** Part of the required net output: a bound this far below it is enough and is not tightened further. */
const shortMargin = 3e-8
/** Precise enough once the gap to the route's input is this part of the bound, or the bracket this part of the gap. */
const precisionRatio = 10_000n
const settledRatio = 8n

/**
 * The proven smallest input, derived from bounds on outputs. At fixed prices a bound falls with the amount, since pools
 * with a smaller limit gain less and paths have a larger shortfall: by at least the price of the input token per unit.
 * So if the bound for some amount is below the net output required, it is for every smaller amount, and none is enough.
 *
 * Steps down from the route's input, guided by prices, until an amount is proven too small; then bisects upwards if
 * that step was long.
 *
 * @returns `undefined` if no amount was proven too small
 */
export function findMinInput(proofs: ProofWorkspace, purchase: MinInputQuery): MinInput | undefined {
  const { task, found, sold, everyRoute, worth } = purchase
  const price = found.prices.get(task.source) ?? 0
  if (!(price > 0)) return undefined
  const near = { ...found, net: (Number(worth) + everyRoute) * (1 - shortMargin) - rounding, proven: undefined }
  const excessOf = (amountIn: bigint) => {
    const bound = toIntegerBound(certify(proofs, { ...task, amount: Number(amountIn) }, near), everyRoute)
    return bound === undefined ? undefined : bound - worth
  }

  let [tooLittle, open]: [bigint, bigint] = [0n, sold]
  let excess = purchase.upperBound - worth
  for (let count = 0; count < maxTries && !isSettled(tooLittle, open, sold); count += 1) {
    const step = ((Number(excess) + rounding) / price) * stepMargin * 2 ** count
    if (tooLittle === 0n && !(step < Number(open))) break
    const next = tooLittle > 0n ? (tooLittle + open) / 2n : open - BigInt(Math.ceil(step))
    const left = excessOf(next)
    if (left === undefined) break
    if (left < 0n) tooLittle = next
    else [open, excess] = [next, left]
  }
  return tooLittle === 0n ? undefined : toMinInput(tooLittle + 1n, sold)
}

const isSettled = (tooLittle: bigint, open: bigint, sold: bigint): boolean =>
  tooLittle > 0n &&
  ((sold - tooLittle) * precisionRatio <= tooLittle || (open - tooLittle) * settledRatio <= sold - tooLittle)
