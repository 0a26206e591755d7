/**
 * What the liquidity layer makes of one token of a trade: it is supplied and paid back, or taken out and borrowed.
 * Source: FluidLiquidityUserModule.operate. A RangeError is where it reverts.
 */
import { divUp } from '#math/full-math'
import { uint256 } from '#math/uint256'
import { mayOwe, mustStay, owesAfter, staysAfter } from './limits.ts'
import { keptDown, keptUp } from './rounding.ts'
import type { Position, TokenState, Totals, Written } from './state.ts'

/** Smallest units; below 0 what is taken out, and what is paid back. */
export interface Moved {
  readonly supplied: bigint
  readonly owed: bigint
}

const pricePrecision = 10n ** 12n
const whole = 10_000n
/** Bits of an amount that are kept, and of a part. */
const amountBits = 56
const mostWrittenUtilisation = (1n << 14n) - 1n
const mostOfToken = (1n << 127n) - 1n
/** Below this nobody asks how large a move is beside all that there is. */
const unasked = 1n << 80n
const mostGrowth = 10_000n

const refuse = (why: string): never => {
  throw new RangeError(why)
}

/** A token after one of the two moves, and the sum it changed before that was rounded. */
interface Step {
  readonly token: TokenState
  readonly exact: Partial<Totals>
}

/** @throws RangeError where the layer refuses */
export function operate(token: TokenState, { supplied, owed }: Moved): TokenState {
  if (supplied === 0n && owed === 0n) refuse('nothing is moved')
  if ([supplied, owed].some((n) => n > mostOfToken || n < -mostOfToken)) refuse('more is moved than there is room for')
  const first = supplied === 0n ? { token, exact: {} } : supplyOf(token, supplied)
  const last = owed === 0n ? { token: first.token, exact: {} } : debtOf(first.token, owed)
  const sums = sumsOf(token, { ...token.totals, ...first.exact, ...last.exact })
  if ((supplied > 0n && sums.supplied[0] > mostOfToken) || (owed > 0n && sums.owed[0] > mostOfToken))
    refuse('more is held than there is room for')
  const utilisation = lentPart(sums)
  if (owed > 0n && utilisation > token.mostLent) refuse('too much is lent out')
  const written = writtenAfter(token.written, { ...ratiosOf(sums), utilisation })
  const out = (supplied < 0n ? -supplied : 0n) + (owed > 0n ? owed : 0n)
  return { ...last.token, written, held: uint256(token.held - out) }
}

function supplyOf(token: TokenState, amount: bigint): Step {
  const position = token.supply ?? refuse('nothing may be supplied')
  const raw = rawOf(position, amount, token.supplyPrice, amount < 0n)
  const after = uint256(position.amount + raw)
  const before = mustStay(position)
  if (amount < 0n && after < before) refuse('so much may not be taken out')
  const limit = keptDown(staysAfter(position, after, before), amountBits)
  const supply = touched(position, keptDown(after, amountBits), limit)
  const sum = sumAfter(token.totals, position.withInterest ? 'suppliedRaw' : 'suppliedFree', raw, keptDown)
  return { token: { ...token, supply, totals: { ...token.totals, ...sum.kept } }, exact: sum.exact }
}

function debtOf(token: TokenState, amount: bigint): Step {
  const position = token.debt ?? refuse('nothing may be owed')
  const raw = rawOf(position, amount, token.owedPrice, amount > 0n)
  const after = uint256(position.amount + raw)
  const before = mayOwe(position)
  if (amount > 0n && after > before) refuse('so much may not be owed')
  const limit = keptDown(owesAfter(position, after, before), amountBits)
  const debt = touched(position, keptUp(after, amountBits), limit)
  const sum = sumAfter(token.totals, position.withInterest ? 'owedRaw' : 'owedFree', raw, keptUp)
  return { token: { ...token, debt, totals: { ...token.totals, ...sum.kept } }, exact: sum.exact }
}

function touched(position: Position, amount: bigint, limit: bigint): Position {
  if (amount === position.amount) refuse('too little to be written down')
  return { ...position, amount, limit, elapsed: 0n }
}

/** Without the price's interest, towards zero or away from it. */
function rawOf({ withInterest }: Position, amount: bigint, price: bigint, away: boolean): bigint {
  if (!withInterest) return amount
  if (!away) return (amount * pricePrecision) / price
  return amount < 0n ? -divUp(-amount * pricePrecision, price) : divUp(amount * pricePrecision, price)
}

/** Sums of rounded parts may be less than a part: then nothing is left. */
function sumAfter(totals: Totals, name: keyof Totals, raw: bigint, kept: typeof keptUp) {
  const before = totals[name]
  const [size, most] = raw > 0n ? [raw, before * mostGrowth] : [-raw, before / 2n]
  if (size > unasked && size > most) refuse('much is moved beside all that there is')
  const after = before + raw > 0n ? before + raw : 0n
  const isFree = name === 'suppliedFree' || name === 'owedFree'
  if (isFree && after > mostOfToken) refuse('more is held than there is room for')
  const rounded = kept(after, amountBits)
  if (rounded === before) refuse('too little to be written down')
  return { exact: { [name]: after }, kept: { [name]: rounded } }
}

/** With interest and without, in the token's smallest units. */
interface Sums {
  readonly supplied: readonly [bigint, bigint]
  readonly owed: readonly [bigint, bigint]
}

const sumsOf = ({ supplyPrice, owedPrice }: TokenState, totals: Totals): Sums => ({
  supplied: [uint256(totals.suppliedRaw * supplyPrice) / pricePrecision, totals.suppliedFree],
  owed: [uint256(totals.owedRaw * owedPrice) / pricePrecision, totals.owedFree],
})

function lentPart({ supplied, owed }: Sums): bigint {
  const all = supplied[0] + supplied[1]
  return all === 0n ? 0n : ((owed[0] + owed[1]) * whole) / all
}

const ratiosOf = ({ supplied, owed }: Sums): Pick<Written, 'supplyRatio' | 'owedRatio'> => ({
  supplyRatio: ratioOf(supplied),
  owedRatio: ratioOf(owed),
})

/** The lesser to the greater of the two, twice in 10^-4; odd where what bears interest is the lesser. */
function ratioOf([bearing, free]: readonly [bigint, bigint]): bigint {
  if (bearing > free) return ((free * whole) / bearing) * 2n
  if (bearing < free) return ((bearing * whole) / free) * 2n + 1n
  return bearing === 0n ? 0n : whole * 2n
}

type Now = Pick<Written, 'utilisation' | 'supplyRatio' | 'owedRatio'>

function writtenAfter(before: Written, now: Now): Written {
  const { threshold } = before
  const isSame =
    !before.isStale &&
    isNear(before.utilisation, now.utilisation, threshold) &&
    isSameRatio(before.supplyRatio, now.supplyRatio, threshold) &&
    isSameRatio(before.owedRatio, now.owedRatio, threshold)
  if (isSame) return before
  if (now.utilisation > mostWrittenUtilisation) refuse('there is no room for such a utilisation')
  return { ...now, threshold, isStale: false }
}

const isNear = (a: bigint, b: bigint, most: bigint): boolean => (a > b ? a - b : b - a) <= most

const isSameRatio = (a: bigint, b: bigint, most: bigint): boolean =>
  (a & 1n) === (b & 1n) && isNear(a >> 1n, b >> 1n, most)
