/**
 * The two curves of a pool in one direction, and how a trade is divided between them. Amounts have 12 decimals. Source:
 * FluidDexT1._swapIn, CoreHelpers._swapRoutingIn and _getAmountOut.
 */
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { computeCollateralReserves, computeDebtReserves, type FluidReserves } from './reserves.ts'
import type { FluidState } from './state.ts'

export interface FluidCurve {
  readonly realIn: bigint
  readonly realOut: bigint
  readonly imaginaryIn: bigint
  readonly imaginaryOut: bigint
}

export interface FluidCurves {
  readonly collateral?: FluidCurve
  readonly debt?: FluidCurve
}

/** Input and output of each curve. */
export interface FluidCurvePart {
  readonly paid: bigint
  readonly given: bigint
}

export interface FluidCurveParts {
  readonly collateral: FluidCurvePart
  readonly debt: FluidCurvePart
}

const million = 1_000_000n
/** More digits for roots of products. */
const finer = 10n ** 18n
const nothing: FluidCurvePart = { paid: 0n, given: 0n }

/** @throws RangeError if the contract reverts */
export function createCurves(state: FluidState, from: 0 | 1): FluidCurves {
  return {
    ...(state.collateral && { collateral: orientCurve(computeCollateralReserves(state), from) }),
    ...(state.debt && { debt: orientCurve(computeDebtReserves(state), from) }),
  }
}

function orientCurve({ real, imaginary }: FluidReserves, from: 0 | 1): FluidCurve {
  const to = from === 0 ? 1 : 0
  return { realIn: real[from], realOut: real[to], imaginaryIn: imaginary[from], imaginaryOut: imaginary[to] }
}

/** Both curves end at one price, apart from the fee and rounding. @throws RangeError if the contract reverts */
export function divideTrade({ collateral, debt }: FluidCurves, paid: bigint, feePpm: bigint): FluidCurveParts {
  const share = computeShare({ collateral, debt }, paid)
  return {
    collateral: collateral === undefined ? nothing : computePart(collateral, share, feePpm),
    debt: debt === undefined ? nothing : computePart(debt, paid - share, feePpm),
  }
}

interface CurvePair {
  readonly collateral: FluidCurve | undefined
  readonly debt: FluidCurve | undefined
}

/** The part of the input for the collateral curve. */
function computeShare({ collateral, debt }: CurvePair, paid: bigint): bigint {
  if (collateral === undefined) return 0n
  if (debt === undefined) return paid
  const [ofOne, ofOther] = [computeRoot(collateral), computeRoot(debt)]
  const share =
    (uint256(debt.imaginaryIn * ofOne + paid * ofOne) - uint256(collateral.imaginaryIn * ofOther)) / (ofOne + ofOther)
  return share <= 0n ? 0n : share >= paid ? paid : share
}

const computeRoot = ({ imaginaryIn, imaginaryOut }: FluidCurve): bigint =>
  squareRoot(uint256(uint256(imaginaryIn * imaginaryOut) * finer))

/** x · y = k, with the fee deducted and rounded down twice. */
function computePart({ imaginaryIn, imaginaryOut }: FluidCurve, paid: bigint, feePpm: bigint): FluidCurvePart {
  if (paid === 0n) return nothing
  const net = (paid * (million - feePpm)) / million
  return { paid, given: (net * imaginaryOut) / (imaginaryIn + net) }
}
