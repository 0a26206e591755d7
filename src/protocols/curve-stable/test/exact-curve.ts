/** Possible outputs of Curve's pools by the invariant solved exactly, within the bounds of the contracts' roundings. */
import type { Trade } from '#domain/pools/protocol'
import type { CurveShares } from '#protocols/curve-stable/amounts/shares'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { curveOf, scaleBalances } from '#protocols/curve-stable/amounts/swap'
import { exactBalance, exactInvariant, fine } from '#test/conformance/adapters/exact-stable'

const unit = 10n ** 10n
const wad = 10n ** 18n
/** Newton's method stops when D moves by at most 1, and rounds down. */
const offInvariant = 2n

export interface Range {
  readonly min: bigint
  readonly max: bigint
}

/** Possible outputs of a trade, smallest units, given errors of D and y of some units each. */
export function outputs(state: CurveStableState, { from, to, amountIn }: Trade): Range {
  const { a, precision } = curveOf(state)
  const n = BigInt(state.balances.length)
  const before = scaleBalances(state)
  const sold = (before[from] ?? 0n) + (amountIn * (state.rates[from] ?? 0n)) / wad
  const invariant = { balances: before, ann: a * n, precision }
  const d = exactInvariant(invariant)
  const after = { ...invariant, balances: before.with(from, sold) }
  const left = (off: bigint) => exactBalance(after, to, d + off * fine)
  const [lowest, highest] = [left(-offInvariant) / fine - 2n - n, left(offInvariant) / fine + 2n + n]
  const paid = (y: bigint, feeOff: bigint): bigint => {
    const gross = (before[to] ?? 0n) - y - 1n
    const mean = { a: ((before[from] ?? 0n) + sold) / 2n, b: ((before[to] ?? 0n) + y) / 2n }
    const net = gross > 0n ? (gross * (unit - feeOf(state, mean) - feeOff)) / unit : 0n
    return (net * wad) / (state.rates[to] ?? 1n)
  }
  return { min: paid(highest, 2n) - 2n, max: paid(lowest < 0n ? 0n : lowest, -2n) + 2n }
}

/** In 10^-10, as one fraction rounded once. */
function feeOf(
  { feeE10, offpegE10 = 0n }: Pick<CurveStableState, 'feeE10' | 'offpegE10'>,
  { a, b }: { readonly a: bigint; readonly b: bigint },
): bigint {
  if (offpegE10 <= unit) return feeE10
  const square = (a + b) ** 2n
  return (offpegE10 * feeE10 * square) / ((offpegE10 - unit) * 4n * a * b + unit * square)
}

interface Invariant {
  readonly ann: bigint
  readonly precision: bigint
}

const invariantOf = (base: CurveStableState): Invariant => {
  const { a, precision } = curveOf(base)
  return { ann: a * BigInt(base.balances.length), precision }
}

/**
 * Fee on the deviation of a balance from its even part, as for a deposit and a withdrawal: n / (4 (n − 1)) of a
 * trade's.
 */
function evenFeeOf({ feeE10, offpegE10, balances }: CurveStableState, a: bigint, b: bigint): bigint {
  const n = BigInt(balances.length)
  const fee = { feeE10: (feeE10 * n) / (4n * n - 4n), ...(offpegE10 !== undefined && { offpegE10 }) }
  return feeOf(fee, { a, b })
}

/** Shares that a deposit may mint: fees may be a smallest unit less of each token, and each D is off by some units. */
export function mintedShares({ base, supply }: CurveShares, at: number, amountIn: bigint): Range {
  const curve = invariantOf(base)
  const n = BigInt(base.balances.length)
  const scale = (balances: readonly bigint[]) => scaleBalances({ balances, rates: base.rates })
  const before = exactInvariant({ balances: scale(base.balances), ...curve })
  const paid = base.balances.map((one, i) => (i === at ? one + amountIn : one))
  const whole = exactInvariant({ balances: scale(paid), ...curve })
  const left = (spared: bigint) =>
    scale(
      paid.map((one, i) => {
        const [held, rate] = [base.balances[i] ?? 0n, base.rates[i] ?? 0n]
        const even = (held * whole) / before
        const apart = even > one ? even - one : one - even
        const taken = evenFeeOf(base, (rate * (held + one)) / wad, (before + whole) / (n * fine))
        const fee = (apart * (taken + (spared > 0n ? -2n : 2n))) / unit
        return one - fee + spared
      }),
    )
  const shares = (spared: bigint, off: bigint) => {
    const after = exactInvariant({ balances: left(spared), ...curve })
    return (supply * (after - before + off * fine)) / before
  }
  return { min: shares(-1n, -2n * offInvariant) - 1n, max: shares(2n, 2n * offInvariant) + 1n }
}

/** Possible outputs of one token for burned shares. */
export function exactWithdrawal({ base, supply }: CurveShares, at: number, burned: bigint): Range {
  const curve = invariantOf(base)
  const held = scaleBalances(base)
  const n = BigInt(held.length)
  const before = exactInvariant({ balances: held, ...curve })
  const rate = base.rates[at] ?? 1n
  const paid = (off: bigint): bigint => {
    const after = before - (burned * before) / supply + off * fine
    const left = exactBalance({ balances: held, ...curve }, at, after)
    const reduced = held.map((one, i) => {
      const even = (one * after) / before
      const moved = i === at ? even - left / fine : one - even
      const fee = evenFeeOf(base, i === at ? (one + left / fine) / 2n : one, (before + after) / (2n * n * fine))
      return one - (moved * (fee + (off > 0n ? 2n : -2n))) / unit
    })
    const kept = exactBalance({ balances: reduced, ...curve }, at, after)
    return (((reduced[at] ?? 0n) * fine - kept) * wad) / (rate * fine)
  }
  const rounding = ((5n + n) * wad) / rate + 2n
  return { min: paid(offInvariant + 1n) - rounding, max: paid(-offInvariant - 1n) + rounding }
}
