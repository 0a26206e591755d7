/**
 * The two curves of a pool, one way, and how a trade is divided between them. Amounts have 12 decimals.
 * Source: FluidDexT1._swapIn, CoreHelpers._swapRoutingIn and _getAmountOut.
 */
import { squareRoot } from '#math/square-root'
import { uint256 } from '#math/uint256'
import { collateralReserves, debtReserves, type Reserves } from './reserves.ts'
import type { State } from './state.ts'

export interface Curve {
  readonly realIn: bigint
  readonly realOut: bigint
  readonly imaginaryIn: bigint
  readonly imaginaryOut: bigint
}

export interface Curves {
  readonly collateral?: Curve
  readonly debt?: Curve
}

/** What each curve takes and gives. */
export interface Part {
  readonly paid: bigint
  readonly given: bigint
}

export interface Parts {
  readonly collateral: Part
  readonly debt: Part
}

const million = 1_000_000n
/** More digits for roots of products. */
const finer = 10n ** 18n
const nothing: Part = { paid: 0n, given: 0n }

/** @throws RangeError where the contract reverts */
export function curvesOf(state: State, from: 0 | 1): Curves {
  return {
    ...(state.collateral && { collateral: wayOf(collateralReserves(state), from) }),
    ...(state.debt && { debt: wayOf(debtReserves(state), from) }),
  }
}

function wayOf({ real, imaginary }: Reserves, from: 0 | 1): Curve {
  const to = from === 0 ? 1 : 0
  return { realIn: real[from], realOut: real[to], imaginaryIn: imaginary[from], imaginaryOut: imaginary[to] }
}

/** Both curves end at one price, but for the fee and rounding. @throws RangeError where the contract reverts */
export function divided({ collateral, debt }: Curves, paid: bigint, feePpm: bigint): Parts {
  const share = shareOf({ collateral, debt }, paid)
  return {
    collateral: collateral === undefined ? nothing : partOf(collateral, share, feePpm),
    debt: debt === undefined ? nothing : partOf(debt, paid - share, feePpm),
  }
}

interface Both {
  readonly collateral: Curve | undefined
  readonly debt: Curve | undefined
}

/** What goes to the curve over collateral. */
function shareOf({ collateral, debt }: Both, paid: bigint): bigint {
  if (collateral === undefined) return 0n
  if (debt === undefined) return paid
  const [ofOne, ofOther] = [rootOf(collateral), rootOf(debt)]
  const share =
    (uint256(debt.imaginaryIn * ofOne + paid * ofOne) - uint256(collateral.imaginaryIn * ofOther)) / (ofOne + ofOther)
  return share <= 0n ? 0n : share >= paid ? paid : share
}

const rootOf = ({ imaginaryIn, imaginaryOut }: Curve): bigint =>
  squareRoot(uint256(uint256(imaginaryIn * imaginaryOut) * finer))

/** x · y = k, with the fee off and rounded down twice. */
function partOf({ imaginaryIn, imaginaryOut }: Curve, paid: bigint, feePpm: bigint): Part {
  if (paid === 0n) return nothing
  const net = (paid * (million - feePpm)) / million
  return { paid, given: (net * imaginaryOut) / (imaginaryIn + net) }
}
