/**
 * DODO's proactive market maker: dy/dx = i · (1 − k + k · (V0 / V)²) for the token it is short of, with V0 the target
 * of that token and V its balance. In the contracts' own integers of 18 decimals; a RangeError means they revert.
 * Source: DODOMath of DODOEX/contractV2, _GeneralIntegrate, _SolveQuadraticFunctionForTrade and …ForTarget;
 * `keepsRest` is of 2024-01-14 and later.
 */
import { divUp } from '#math/integers/full-math'
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'

export const one = 10n ** 18n
const square = one * one

/** The curve of one direction: output per unit of input at equilibrium, and k. Both 18 decimals. */
export interface PmmCurve {
  readonly price: bigint
  readonly slope: bigint
  /** A payment so large that nothing would remain, by rounding, is refused. */
  readonly keepsRest?: boolean | undefined
}

const mulFloor = (a: bigint, b: bigint): bigint => uint256(a * b) / one

/** Output while a balance returns from `before` to `after`, at most its target. Rounded down. */
export function computeOutOnReturn({ price, slope }: PmmCurve, target: bigint, before: bigint, after: bigint): bigint {
  if (target === 0n) throw new RangeError('the target is zero')
  const fair = uint256(price * uint256(after - before))
  if (slope === 0n) return fair / one
  const ratio = uint256((uint256(target * target) / after) * one) / before
  return uint256(uint256(uint256(one - slope) + mulFloor(slope, ratio)) * fair) / square
}

/** Output for `paid` from a balance at or below its target. Rounded down. */
export function computeOutOnLeaving(curve: PmmCurve, target: bigint, held: bigint, paid: bigint): bigint {
  const { price, slope } = curve
  if (target === 0n) throw new RangeError('the target is zero')
  if (paid === 0n) return 0n
  const fair = uint256(price * paid)
  if (slope === 0n) return fair / one > held ? held : fair / one
  if (slope === one) return solveByProduct({ target, held, fair, paid, price })
  return solveByQuadratic({ target, held, fair }, curve)
}

interface LeavingInput {
  readonly target: bigint
  readonly held: bigint
  /** Price times the input. */
  readonly fair: bigint
}

/** Constant product. If the contract's product of three overflows, it divides earlier. */
function solveByProduct({
  target,
  held,
  fair,
  paid,
  price,
}: LeavingInput & { readonly paid: bigint; readonly price: bigint }): bigint {
  const whole = fair * held
  const part = isUint256(whole)
    ? whole / uint256(target * target)
    : uint256((uint256(paid * held) / target) * price) / target
  return uint256(held * part) / uint256(part + one)
}

/**
 * (1 − k) V² − b V − k V0² = 0 with b = (1 − k) V1 − k V0² / V1 − i · paid, solved for the remaining balance, rounded
 * up.
 */
function solveByQuadratic({ target, held, fair }: LeavingInput, { slope, keepsRest = false }: PmmCurve): bigint {
  const flat = uint256(one - slope)
  const above = uint256(uint256((uint256(slope * target) / held) * target) + fair)
  const below = uint256(flat * held)
  const b = (below >= above ? below - above : above - below) / one
  const constant = mulFloor(uint256(flat * 4n), uint256(mulFloor(slope, target) * target))
  const root = squareRoot(uint256(uint256(b * b) + constant))
  if (keepsRest && below < above && root === b) throw new RangeError('nothing remains')
  const left = divUp(uint256((below >= above ? b + root : root - b) * one), uint256(flat * 2n))
  return left > held ? 0n : held - left
}

/** The target of a balance that has given `spare` of the other token. */
export function solveTarget({ price, slope }: PmmCurve, held: bigint, spare: bigint): bigint {
  if (slope === 0n) return uint256(held + mulFloor(price, spare))
  if (held === 0n) return 0n
  const steep = uint256(4n * slope * price)
  const whole = steep * spare
  const part = isUint256(whole) ? whole / held : uint256((steep / held) * spare)
  const root = steep === 0n ? one : squareRoot(uint256(part + square))
  const premium = uint256(uint256(root - one) * one) / (2n * slope) + one
  return mulFloor(held, premium)
}

const isUint256 = (n: bigint): boolean => n < 1n << 256n
