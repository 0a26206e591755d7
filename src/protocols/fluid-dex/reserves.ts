/**
 * Real and imaginary reserves of the collateral curve and of the debt curve, in 12 decimals. Each is a piece of x · y =
 * k between two prices: imaginary reserves are those of the whole curve, real ones what is left until its ends. Source:
 * CoreHelpers._calculateReservesOutsideRange, _calculateDebtReserves and their callers. Prices have 27 decimals.
 */

import { int256 } from '#math/integers/int256'
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import type { FluidPosition, FluidRange, FluidState, FluidToken } from './state.ts'

export interface FluidReserves {
  /** Of token 0 and token 1. */
  readonly real: readonly [bigint, bigint]
  readonly imaginary: readonly [bigint, bigint]
}

export const one = 10n ** 27n
const inverse = 10n ** 54n
/** Below this a product with 27 more decimals fits. */
const roomy = 10n ** 50n
const roomyReserve = 10n ** 25n
const minCurve = 1_000_000n
const pricePrecision = 10n ** 12n

/** @throws RangeError if the contract reverts */
export function computeCollateralReserves(state: FluidState): FluidReserves {
  const [x, y] = mapTokens(state, (token) => toAdjusted(token.supply, token.supplyPrice, token))
  const outside = orderByPrice(state, [x, y], ({ mean, upper }, [a, b]) => computeBeyondRange(mean, upper, a, b))
  return { real: [x, y], imaginary: [outside[0] + x, outside[1] + y] }
}

/** @throws RangeError if the contract reverts */
export function computeDebtReserves(state: FluidState): FluidReserves {
  const [x, y] = mapTokens(state, (token) => toAdjusted(token.debt, token.owedPrice, token))
  const found = orderByPrice(state, [x, y], ({ mean, lower }, [a, b]) => {
    const { real, imaginary } = computeDebtCurve(mean, lower, a, b)
    return [
      { real: real[0], imaginary: imaginary[0] },
      { real: real[1], imaginary: imaginary[1] },
    ] as const
  })
  return { real: [found[0].real, found[1].real], imaginary: [found[0].imaginary, found[1].imaginary] }
}

type Pair = readonly [bigint, bigint]

const mapTokens = ({ tokens: [first, second] }: FluidState, of: (token: FluidToken) => bigint): Pair => [
  of(first),
  of(second),
]

/** The layer's amount of a token in 12 decimals, each step rounded down. */
function toAdjusted(
  position: FluidPosition | undefined,
  price: bigint,
  { up, down }: Pick<FluidToken, 'up' | 'down'>,
): bigint {
  if (position === undefined) return 0n
  const amount = position.withInterest ? (position.amount * price) / pricePrecision : position.amount
  return (amount * up) / down
}

/** At a price of one or more the two tokens are swapped, and the prices inverted. */
function orderByPrice<T>(
  { mean, upper, lower }: FluidRange,
  [x, y]: Pair,
  work: (range: Omit<FluidRange, 'centre'>, amounts: Pair) => readonly [T, T],
): readonly [T, T] {
  if (mean < one) return work({ mean, upper, lower }, [x, y])
  const turned = { mean: inverse / mean, upper: inverse / lower, lower: inverse / upper }
  const [second, first] = work(turned, [y, x])
  return [first, second]
}

/** How much of each token the whole curve has beyond the ends of the range: the positive root of a quadratic. */
function computeBeyondRange(mean: bigint, upper: bigint, x: bigint, y: bigint): Pair {
  const width = uint256(upper - mean)
  const half = uint256(uint256(mean * x) + uint256(y * one)) / (2n * width)
  const product = uint256(x * y)
  const part = product < roomy ? (product * one) / width : uint256((product / width) * one)
  const beyond = half + squareRoot(uint256(part + uint256(half * half)))
  return [beyond, uint256(beyond * mean) / one]
}

/**
 * Of a curve that would be sold out if the whole debt were drawn: real reserves are the debt that can still be drawn.
 */
function computeDebtCurve(mean: bigint, lower: bigint, x: bigint, y: bigint): FluidReserves {
  // towards zero, as signed numbers are divided
  const half = (uint256(x * mean) - uint256(y * one)) / (2n * one)
  const product = uint256(x * y)
  const part = product < roomy ? uint256(product * lower) / one : uint256((product / one) * lower)
  const realY = half + squareRoot(uint256(part + int256(half * half)))
  const above = uint256(uint256(realY * one) - uint256(x * lower))
  if (above < minCurve) throw new RangeError('the curve over what is owed is too small')
  const imaginaryY = realY < roomyReserve ? (realY * realY * one) / above : uint256(realY * realY) / (above / one)
  const imaginaryX = uint256(uint256(imaginaryY * x) / realY - x)
  const realX = uint256(imaginaryX * y) / (imaginaryY + y)
  return { real: [realX, realY], imaginary: [imaginaryX, imaginaryY] }
}
