import type { LeastInput } from '#domain/route'
import type { Amount } from '#domain/units'
import { certify } from './bound/certify.ts'
import type { ProofRoom } from './bound/work.ts'
import { boundOf, leastInputOf } from './optimality.ts'
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'

/** A purchase as the sale that it is. */
export interface Purchase {
  readonly task: Task
  readonly found: Found
  /** What the route sells: the task's amount, exactly. */
  readonly sold: Amount
  /** What the gas beside the legs costs. This and all that follows in smallest units of the bought token. */
  readonly everyRoute: number
  /** What no sale of as much leaves more than. */
  readonly upperBound: bigint
  /** What is left of the wanted amount once the route's gas is paid; above 0. */
  readonly worth: bigint
}

/** Amounts that are tried. */
const mostTries = 8
/** The first step down goes so much further than prices say, every other one twice as far as that. */
const stride = 1.01
/** In smallest units, what bounds of neighbouring amounts differ by from being rounded. */
const rounding = 4
/** Of what has to be left: a bound so far below it says enough, and no lower one is looked for. */
const shortBy = 3e-8
/** To this part of it the least input is known well enough; and where the next amount to try is so near to the last. */
const nearEnough = 10_000n
const settledTo = 8n

/**
 * The least input, from what bounds say of outputs. At any prices a bound falls with the amount, as pools that get less
 * gain less and ways lack more: by the price of the sold token, at the least, for every unit. So where it lies below
 * what the purchase leaves for one amount, it does for every smaller one, and none of them is enough.
 *
 * Down from what the route sells, by prices, until an amount is proven to be too little; then up again by halves where
 * that was far.
 *
 * @returns `undefined` where no amount was proven to be too little
 */
export function leastInput(proofs: ProofRoom, purchase: Purchase): LeastInput | undefined {
  const { task, found, sold, everyRoute, worth } = purchase
  const price = found.prices.get(task.source) ?? 0
  if (!(price > 0)) return undefined
  const near = { ...found, net: (Number(worth) + everyRoute) * (1 - shortBy) - rounding, proven: undefined }
  const excessOf = (amountIn: bigint) => {
    const bound = boundOf(certify(proofs, { ...task, amount: Number(amountIn) }, near), everyRoute)
    return bound === undefined ? undefined : bound - worth
  }

  let [tooLittle, open]: [bigint, bigint] = [0n, sold]
  let excess = purchase.upperBound - worth
  for (let count = 0; count < mostTries && !isSettled(tooLittle, open, sold); count += 1) {
    const step = ((Number(excess) + rounding) / price) * stride * 2 ** count
    if (tooLittle === 0n && !(step < Number(open))) break
    const next = tooLittle > 0n ? (tooLittle + open) / 2n : open - BigInt(Math.ceil(step))
    const left = excessOf(next)
    if (left === undefined) break
    if (left < 0n) tooLittle = next
    else [open, excess] = [next, left]
  }
  return tooLittle === 0n ? undefined : leastInputOf(tooLittle + 1n, sold)
}

const isSettled = (tooLittle: bigint, open: bigint, sold: bigint): boolean =>
  tooLittle > 0n && ((sold - tooLittle) * nearEnough <= tooLittle || (open - tooLittle) * settledTo <= sold - tooLittle)
