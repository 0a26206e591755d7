import type { Network } from '#domain/network'
import type { Quote } from '#domain/quotes/quote'
import { type Gas, gas } from '#domain/units'
import { gasLimitCap } from '#encoding/swap/check-payload'

/** Of a quote that does not tell by how much its need may rise, as a service's: as much for each leg. */
const usualRise = 60_000n

/** Curves iterate more or less, and others may have cleared a slot that was filled. */
const marginPercent = 15n
/** Where what may come is counted, for what it may be wrong by. */
const marginOverRisePercent = 6n
/**
 * A slot that the estimate found filled and the block finds empty, as the balance of a recipient who sold all of it
 * meanwhile: 17,100, of which each call on the way keeps back a 64th. Of a small swap it is more than the margin.
 */
const freshSlot = 17_400n
const marginOverSlotPercent = 12n
/** Where both come together: their sum, up to a share of the need, since both at their largest are rare. */
const marginOverBothPercent = 2n
const maxBothPercent = 30n

const addPercent = (need: bigint, percent: bigint): bigint => (need * (100n + percent)) / 100n

const riseOf = ({ route, gasNeed }: Pick<Quote, 'route' | 'gasNeed'>): bigint =>
  gasNeed?.rise ?? BigInt(route.legs.length) * usualRise

type GasTraits = Pick<Network, 'gas' | 'maxGas'>

/** The most gas of a transaction. */
export const getGasCap = ({ maxGas = gas(gasLimitCap) }: Pick<Network, 'maxGas'>): Gas => maxGas

/**
 * The gas limit of a swap's transaction: what it needs before refunds now, with a margin, and what pools that others move
 * before the block may add. The need is the node's estimate, but not less than our own: nodes may be behind, or lie. Where
 * only the node can tell, it is the estimate alone.
 * Unused gas is not paid for; a swap that runs out of gas loses all of it. Where the limit is charged, the network's own
 * margin is all that is added. A need above what a transaction may have stays so: its checks refuse it.
 */
export function computePayloadGasLimit(
  estimate: bigint,
  quote: Pick<Quote, 'route' | 'gasNeed'>,
  network: GasTraits,
): Gas {
  const { gas: { nodeOnly, marginPercent: ownPercent } = {} } = network
  const maxGas = getGasCap(network)
  const now = nodeOnly ? 0n : (quote.gasNeed?.now ?? 0n)
  const need = estimate > now ? estimate : now
  const limit = ownPercent === undefined ? leaveRoom(need, riseOf(quote)) : addPercent(need, BigInt(ownPercent))
  if (limit <= maxGas) return gas(limit)
  return gas(need > maxGas ? need : maxGas)
}

function leaveRoom(need: bigint, rise: bigint): bigint {
  const both = addPercent(need, marginOverBothPercent) + freshSlot + rise
  return largestOf([
    addPercent(need, marginPercent),
    addPercent(need, marginOverSlotPercent) + freshSlot,
    addPercent(need, marginOverRisePercent) + rise,
    smallestOf([both, addPercent(need, maxBothPercent)]),
  ])
}

const largestOf = (some: readonly bigint[]): bigint => some.reduce((most, one) => (one > most ? one : most))
const smallestOf = (some: readonly bigint[]): bigint => some.reduce((least, one) => (one < least ? one : least))

/** The gas that a transaction is charged for, rounded up: some chains take a part of what its limit leaves unused. */
export function computeChargedGas({ gas: policy }: Pick<Network, 'gas'>, used: bigint, limit: bigint): Gas {
  const percent = BigInt(policy?.unusedChargedPercent ?? 0)
  return gas(limit > used ? used + ((limit - used) * percent + 99n) / 100n : used)
}

/** By how much the gas limit of a quote's payload may exceed the limit of the quote itself, which has its own margin. */
export const getPayloadHeadroom = riseOf
