/**
 * The liquidity layer's effects of a trade on one token: it is supplied and paid back, or withdrawn and borrowed.
 * Source: FluidLiquidityUserModule.operate. A RangeError means that it reverts.
 */
import { divUp } from '#math/integers/full-math'
import { uint256 } from '#math/integers/uint256'
import { computeMaxDebt, computeMinSupply, computeNextMaxDebt, computeNextMinSupply } from './limits.ts'
import { truncateBits, truncateBitsUp } from './rounding.ts'
import type { FluidPosition, FluidStoredRatios, FluidToken, FluidTotals } from './state.ts'

/** Smallest units; negative for withdrawing and for paying back. */
export interface FluidLayerChange {
  readonly supplied: bigint
  readonly owed: bigint
}

const pricePrecision = 10n ** 12n
const whole = 10_000n
/** Bits that are kept of a total, and of a position. */
const amountBits = 56
const maxWrittenUtilisation = (1n << 14n) - 1n
const maxOfToken = (1n << 127n) - 1n
/** Below this a move is not compared with the total. */
const growthCheckThreshold = 1n << 80n
const maxGrowth = 10_000n

const refuse = (why: string): never => {
  throw new RangeError(why)
}

/** A token after one of the two moves, and the exact total before rounding. */
interface LayerStep {
  readonly token: FluidToken
  readonly exact: Partial<FluidTotals>
}

/** @throws RangeError if the layer refuses */
export function operate(token: FluidToken, { supplied, owed }: FluidLayerChange): FluidToken {
  if (supplied === 0n && owed === 0n) refuse('nothing is moved')
  if ([supplied, owed].some((n) => n > maxOfToken || n < -maxOfToken)) refuse('more is moved than there is room for')
  const first = supplied === 0n ? { token, exact: {} } : applySupply(token, supplied)
  const last = owed === 0n ? { token: first.token, exact: {} } : applyDebt(first.token, owed)
  const sums = computeSums(token, { ...token.totals, ...first.exact, ...last.exact })
  if ((supplied > 0n && sums.supplied[0] > maxOfToken) || (owed > 0n && sums.owed[0] > maxOfToken))
    refuse('more is held than there is room for')
  const utilisation = computeUtilization(sums)
  if (owed > 0n && utilisation > token.mostLent) refuse('too much is lent out')
  const written = updateRatios(token.written, { ...computeRatios(sums), utilisation })
  const out = (supplied < 0n ? -supplied : 0n) + (owed > 0n ? owed : 0n)
  return { ...last.token, written, held: uint256(token.held - out) }
}

function applySupply(token: FluidToken, amount: bigint): LayerStep {
  const position = token.supply ?? refuse('nothing may be supplied')
  const raw = toRawAmount(position, amount, token.supplyPrice, amount < 0n)
  const after = uint256(position.amount + raw)
  const before = computeMinSupply(position)
  if (amount < 0n && after < before) refuse('so much may not be taken out')
  const limit = truncateBits(computeNextMinSupply(position, after, before), amountBits)
  const supply = updatePosition(position, truncateBits(after, amountBits), limit)
  const sum = updateTotal(token.totals, position.withInterest ? 'suppliedRaw' : 'suppliedFree', raw, truncateBits)
  return { token: { ...token, supply, totals: { ...token.totals, ...sum.kept } }, exact: sum.exact }
}

function applyDebt(token: FluidToken, amount: bigint): LayerStep {
  const position = token.debt ?? refuse('nothing may be owed')
  const raw = toRawAmount(position, amount, token.owedPrice, amount > 0n)
  const after = uint256(position.amount + raw)
  const before = computeMaxDebt(position)
  if (amount > 0n && after > before) refuse('so much may not be owed')
  const limit = truncateBits(computeNextMaxDebt(position, after, before), amountBits)
  const debt = updatePosition(position, truncateBitsUp(after, amountBits), limit)
  const sum = updateTotal(token.totals, position.withInterest ? 'owedRaw' : 'owedFree', raw, truncateBitsUp)
  return { token: { ...token, debt, totals: { ...token.totals, ...sum.kept } }, exact: sum.exact }
}

function updatePosition(position: FluidPosition, amount: bigint, limit: bigint): FluidPosition {
  if (amount === position.amount) refuse('too little to be written down')
  return { ...position, amount, limit, elapsed: 0n }
}

/** Without the price's interest, towards zero or away from it. */
function toRawAmount({ withInterest }: FluidPosition, amount: bigint, price: bigint, away: boolean): bigint {
  if (!withInterest) return amount
  if (!away) return (amount * pricePrecision) / price
  return amount < 0n ? -divUp(-amount * pricePrecision, price) : divUp(amount * pricePrecision, price)
}

/** The sum of rounded positions may be less than one position: then the total becomes 0. */
function updateTotal(totals: FluidTotals, name: keyof FluidTotals, raw: bigint, kept: typeof truncateBitsUp) {
  const before = totals[name]
  const [size, max] = raw > 0n ? [raw, before * maxGrowth] : [-raw, before / 2n]
  if (size > growthCheckThreshold && size > max) refuse('much is moved beside all that there is')
  const after = before + raw > 0n ? before + raw : 0n
  const isFree = name === 'suppliedFree' || name === 'owedFree'
  if (isFree && after > maxOfToken) refuse('more is held than there is room for')
  const rounded = kept(after, amountBits)
  if (rounded === before) refuse('too little to be written down')
  return { exact: { [name]: after }, kept: { [name]: rounded } }
}

/** With interest and without, in the token's smallest units. */
interface Sums {
  readonly supplied: readonly [bigint, bigint]
  readonly owed: readonly [bigint, bigint]
}

const computeSums = ({ supplyPrice, owedPrice }: FluidToken, totals: FluidTotals): Sums => ({
  supplied: [uint256(totals.suppliedRaw * supplyPrice) / pricePrecision, totals.suppliedFree],
  owed: [uint256(totals.owedRaw * owedPrice) / pricePrecision, totals.owedFree],
})

function computeUtilization({ supplied, owed }: Sums): bigint {
  const all = supplied[0] + supplied[1]
  return all === 0n ? 0n : ((owed[0] + owed[1]) * whole) / all
}

const computeRatios = ({ supplied, owed }: Sums): Pick<FluidStoredRatios, 'supplyRatio' | 'owedRatio'> => ({
  supplyRatio: computeRatio(supplied),
  owedRatio: computeRatio(owed),
})

/** The ratio of the smaller to the larger, twice in 10^-4; odd if the interest-bearing one is the smaller. */
function computeRatio([bearing, free]: readonly [bigint, bigint]): bigint {
  if (bearing > free) return ((free * whole) / bearing) * 2n
  if (bearing < free) return ((bearing * whole) / free) * 2n + 1n
  return bearing === 0n ? 0n : whole * 2n
}

type CurrentRatios = Pick<FluidStoredRatios, 'utilisation' | 'supplyRatio' | 'owedRatio'>

function updateRatios(before: FluidStoredRatios, now: CurrentRatios): FluidStoredRatios {
  const { threshold } = before
  const isSame =
    !before.isStale &&
    isNear(before.utilisation, now.utilisation, threshold) &&
    isSameRatio(before.supplyRatio, now.supplyRatio, threshold) &&
    isSameRatio(before.owedRatio, now.owedRatio, threshold)
  if (isSame) return before
  if (now.utilisation > maxWrittenUtilisation) refuse('there is no room for such a utilisation')
  return { ...now, threshold, isStale: false }
}

const isNear = (a: bigint, b: bigint, max: bigint): boolean => (a > b ? a - b : b - a) <= max

const isSameRatio = (a: bigint, b: bigint, max: bigint): boolean =>
  (a & 1n) === (b & 1n) && isNear(a >> 1n, b >> 1n, max)
