import type { Quote } from '#domain/quotes/quote'
import { type Gas, gas } from '#domain/units'
import { gasLimitCap } from '#encoding/swap/check-payload'

/** Of a quote that does not tell by how much its need may rise, as a service's: as much for each leg. */
const usualRise = 60_000n

/** Curves iterate more or less, and others may have cleared a slot that was filled. */
const marginPercent = 10n
/** Where what may come is counted, for what it may be wrong by. */
const marginOverRisePercent = 4n

const addPercent = (need: bigint, percent: bigint): bigint => (need * (100n + percent)) / 100n

const riseOf = ({ route, gasNeed }: Pick<Quote, 'route' | 'gasNeed'>): bigint =>
  gasNeed?.rise ?? BigInt(route.legs.length) * usualRise

/**
 * The gas limit of a swap's transaction: what it needs before refunds now, with a margin, and what pools that others move
 * before the block may add. The need is the node's estimate, but not less than our own: nodes may be behind, or lie.
 * Unused gas is not paid for; a swap that runs out of gas loses all of it.
 */
export function computePayloadGasLimit(estimate: bigint, quote: Pick<Quote, 'route' | 'gasNeed'>): Gas {
  const now = quote.gasNeed?.now ?? 0n
  const need = estimate > now ? estimate : now
  const [still, moved] = [addPercent(need, marginPercent), addPercent(need, marginOverRisePercent) + riseOf(quote)]
  const limit = still > moved ? still : moved
  return gas(limit < gasLimitCap ? limit : gasLimitCap)
}

/** By how much the gas limit of a quote's payload may exceed the limit of the quote itself, which has its own margin. */
export const getPayloadHeadroom = riseOf
