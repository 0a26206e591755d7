/** Segments of a metapool, between its first token and those of the base pool. */

import { boundStableRounding, createStableSwapCurve } from '#amm/stable-swap-segments'
import type { LiquiditySegments, SegmentsRequest, Trade } from '#domain/pools/protocol'
import type { StablePoint } from '#math/curves/stable-curve'
import { memoize } from '#math/memoize'
import { movingFeeToSegments } from '#math/segments/moving-fee'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { createMovingFee } from './amounts/fee.ts'
import { computeEvenFee } from './amounts/shares.ts'
import { createDepositCurve, createWithdrawalCurve, type FeeFunction, type FloatPool } from './amounts/shares-float.ts'
import type { CurveBasePool, CurveStableState } from './amounts/state.ts'
import { curveOf, getInvariant, scaleBalances } from './amounts/swap.ts'

type SwapDirection = Pick<Trade, 'from' | 'to'>

const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
/** Total error of D and y of two pools, in units of 18 decimals. */
const invariantError = 16
/** As a fraction of the pool's D: a trade this small has the first price. */
const smallTradePart = 1e-9

/** One direction in floats: output for an input in smallest units, and the fees along it. */
interface FloatDirection {
  readonly give: (x: number, feeAt: FeeFunction) => number | undefined
  /** By how many smallest units of the output the integers may exceed the floats. */
  readonly rounding: number
}

/** A fee along the trade: its value, and on which side of the minimum it is. */
interface MetFee {
  readonly fee: number
  readonly isNearing: boolean
}

/** @param direction between one of the metapool's own tokens and one of the base pool's */
export function metaPoolToSegments(
  state: CurveStableState,
  over: CurveBasePool,
  direction: SegmentsRequest,
  gas: number,
): LiquiditySegments {
  const walk = undefinedOnRangeError(() => createDirection(state, over, direction))
  if (walk === undefined) return noSegments
  const { give, rounding } = walk
  const fees = createFeeFunctions(state, over)
  const minFee: FeeFunction = (place) => fees[place]?.(1, 1) ?? 0
  const gross = memoize((x) => give(x, minFee))
  const curve = { give: gross, gas: () => gas, rounding, maxInput: direction.maxInput }
  if (!hasMovingFee(state) && !hasMovingFee(over.base))
    return movingFeeToSegments({ ...curve, feeFactor: () => 1, maxFeeFactor: () => 1 })

  const at = memoize((x) => {
    const met: MetFee[] = []
    const net = give(x, (place, a, b) => {
      const fee = fees[place]?.(a, b) ?? 0
      met[place] = { fee, isNearing: a < b }
      return fee
    })
    return { met, max: gross(x) ?? 0, net: net ?? 0 }
  })
  const partOf = (net: number, max: number) => (max > 0 && net > 0 ? Math.min(1, net / max) : 1)
  const kept = (x: number) => partOf(at(x).net, at(x).max)
  // For every fee two numbers approach each other and then diverge: it falls, and then grows.
  const maxKept = (from: number, to: number): number => {
    const [first, last] = [at(from).met, at(to).met]
    const least = fees.map((_, place) => {
      const [a, b] = [first[place], last[place]]
      return a?.isNearing === b?.isNearing ? Math.min(a?.fee ?? 0, b?.fee ?? 0) : minFee(place, 1, 1)
    })
    const partAt = (x: number, met: readonly MetFee[]) =>
      met.every(({ fee }, place) => fee === least[place])
        ? 0
        : partOf(give(x, (place) => least[place] ?? 0) ?? 0, at(x).max)
    return Math.max(partAt(from, first), partAt(to, last))
  }
  return movingFeeToSegments({ ...curve, feeFactor: kept, maxFeeFactor: maxKept })
}

const hasMovingFee = ({ offpegE10 = 0n }: CurveStableState): boolean => offpegE10 > 10n ** 10n

/** Fees of the base pool's tokens, and last of the metapool, by two numbers that are equal at the lowest fee. */
function createFeeFunctions(
  state: CurveStableState,
  { base }: CurveBasePool,
): readonly ((a: number, b: number) => number)[] {
  const feeOf = (feeE10: bigint, offpegE10 = 0n) => createMovingFee({ feeE10, offpegE10 })
  const even = feeOf(computeEvenFee(base), base.offpegE10)
  return [...base.balances.map(() => even), feeOf(state.feeE10, state.offpegE10)]
}

function createDirection(
  state: CurveStableState,
  over: CurveBasePool,
  { from, to }: SwapDirection,
): FloatDirection | undefined {
  const [own, held] = [scaleBalances(state), scaleBalances(over.base)]
  const invariant = getInvariant(state)
  const invariantBelow = getInvariant(over.base)
  if (invariant === undefined || invariantBelow === undefined) return undefined
  if (own.includes(0n) || held.includes(0n) || over.supply === 0n) return undefined
  const pool = toFloatPool(over, held, invariantBelow)
  const curve = curveOf(state)
  const [sold, bought] = to === 0 ? [1, 0] : [0, 1]
  const curved = createStableSwapCurve(own, { from: sold, to: bought }, curve, invariant)
  const [heldIn = 0, heldOut = 0] = [sold, bought].map((i) => Number(own[i]))
  const place = held.length
  const net = (paid: number, feeAt: FeeFunction): number => {
    const { bought: out } = curved(paid)
    return out * (1 - feeAt(place, heldIn + paid / 2, heldOut - out / 2))
  }
  const price = Number(state.rates[1]) / 1e18
  const unit = Number(state.rates[0]) / 1e18
  const units = over.base.rates.map((rate) => Number(rate) / 1e18)
  const at = Math.max(from, to) - 2
  const below = units[at] ?? 1
  return to === 0
    ? createDeposit({ pool, units, at, unitIn: below, unitOut: unit, price, net, curved })
    : createWithdrawal({ pool, units, at, unitIn: unit, unitOut: below, price, net, curved })
}

interface FloatDirectionInput {
  readonly pool: FloatPool
  /** A smallest unit of each base token. */
  readonly units: readonly number[]
  readonly at: number
  readonly unitIn: number
  readonly unitOut: number
  /** Of a share. */
  readonly price: number
  /** Output of the metapool. */
  readonly net: (paid: number, feeAt: FeeFunction) => number
  readonly curved: (paid: number) => StablePoint
}

const noFee: FeeFunction = () => 0

/** Fees of a deposit are rounded down in smallest units of each token: the value of that rounding to the pool. */
const boundUnchargedFees = (pool: FloatPool, units: readonly number[]): number =>
  units.reduce(
    (sum, unit, i) => sum + ((createDepositCurve(pool, i)(unit, noFee) ?? 0) * pool.invariant) / pool.supply,
    0,
  )

function createDeposit({ pool, units, at, unitIn, unitOut, price, net, curved }: FloatDirectionInput): FloatDirection {
  const mint = createDepositCurve(pool, at)
  return {
    give: (x, feeAt) => {
      const shares = mint(x * unitIn, feeAt)
      return shares === undefined ? undefined : net(shares * price, feeAt) / unitOut
    },
    rounding:
      boundStableRounding(unitOut) + ((invariantError + boundUnchargedFees(pool, units)) * curved(0).slope) / unitOut,
  }
}

function createWithdrawal({ pool, at, unitIn, unitOut, price, net }: FloatDirectionInput): FloatDirection {
  const burn = createWithdrawalCurve(pool, at)
  const first = burn(pool.supply * smallTradePart, noFee) / (pool.supply * smallTradePart)
  return {
    give: (x, feeAt) => burn(net(x * unitIn, feeAt) / price, feeAt) / unitOut,
    rounding: boundStableRounding(unitOut) + (invariantError * first) / unitOut,
  }
}

function toFloatPool({ base, supply }: CurveBasePool, held: readonly bigint[], invariant: bigint): FloatPool {
  const curve = curveOf(base)
  const ann = (Number(curve.a) * held.length) / Number(curve.precision)
  return {
    ann,
    balances: held.map(Number),
    invariant: Number(invariant),
    supply: Number(supply),
  }
}
