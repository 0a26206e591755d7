import type { Quote } from '#domain/quotes/quote'
import { type Gas, gas } from '#domain/units'
import { gasLimitCap } from '#encoding/swap/check-payload'

/**
 * Others trade between the estimate and the block, so a pool may cross more price steps, at some 30,000 gas each.
 */
const headroomPerLeg = 60_000n

/**
 * The gas limit of a swap's transaction: 1.2 times the node's estimate, which is what the swap needs before refunds now,
 * and room for pools that others move before the block. Unused gas is not paid for; a swap that runs out of gas loses all
 * of it.
 */
export function computePayloadGasLimit(estimate: bigint, quote: Pick<Quote, 'route'>): Gas {
  const limit = (estimate * 6n) / 5n + getPayloadHeadroom(quote)
  return gas(limit < gasLimitCap ? limit : gasLimitCap)
}

/** By how much the gas limit of a quote's payload may exceed the limit of the quote itself. */
export const getPayloadHeadroom = ({ route }: Pick<Quote, 'route'>): bigint =>
  BigInt(route.legs.length) * headroomPerLeg
