/** A pool over another one as the search sees it, between its first token and those below. */
import { stableInvariant } from '#amm/stable-swap'
import { stableRounding, stableSwapCurve } from '#amm/stable-swap-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import { movingStretches } from '#math/moving-fee-stretches'
import type { StablePoint } from '#math/stable-curve'
import { unlessRefused } from '#math/unless-refused'
import { movingFeeFloat } from './fee.ts'
import { evenFee } from './shares.ts'
import { burned, type FeeAt, type FloatPool, minted } from './shares-float.ts'
import type { Over, State } from './state.ts'
import { curveOf, scaledBalances } from './swap.ts'

type Way = Pick<Trade, 'from' | 'to'>

const none: Stretches = { kept: 1, roots: [], liquidity: [], gas: [], whole: true }
/** D and y of two pools are off by so many units of 18 decimals. */
const offUnits = 16
/** Of the pool's D: so small a trade has the first price. */
const little = 1e-9

/** One direction in floats: what an input in smallest units gives, and the fees that it meets. */
interface Walk {
  readonly give: (x: number, feeAt: FeeAt) => number | undefined
  /** By how many smallest units of the output the integers may exceed the floats. */
  readonly rounding: number
}

/** A fee on the way: as it is there, and on which side of the least it is. */
interface Met {
  readonly fee: number
  readonly isNearing: boolean
}

/** @param way one that its own tokens and those below make together */
export function overStretches(state: State, over: Over, way: Way, gas: number): Stretches {
  const walk = unlessRefused(() => walkOf(state, over, way))
  if (walk === undefined) return none
  const { give, rounding } = walk
  const fees = feesOf(state, over)
  const leastFee: FeeAt = (place) => fees[place]?.(1, 1) ?? 0
  const gross = (x: number) => give(x, leastFee)
  const curve = { give: gross, gas: () => gas, rounding }
  if (!moves(state) && !moves(over.base)) return movingStretches({ ...curve, kept: () => 1, mostKept: () => 1 })

  const at = remembered((x) => {
    const met: Met[] = []
    const net = give(x, (place, a, b) => {
      const fee = fees[place]?.(a, b) ?? 0
      met[place] = { fee, isNearing: a < b }
      return fee
    })
    return { met, most: gross(x) ?? 0, net: net ?? 0 }
  })
  const partOf = (net: number, most: number) => (most > 0 && net > 0 ? Math.min(1, net / most) : 1)
  const kept = (x: number) => partOf(at(x).net, at(x).most)
  // Of every fee two numbers only near each other, and then part: it falls, and then grows.
  const mostKept = (from: number, to: number): number => {
    const [first, last] = [at(from).met, at(to).met]
    const least: FeeAt = (place) => {
      const [a, b] = [first[place], last[place]]
      return a?.isNearing === b?.isNearing ? Math.min(a?.fee ?? 0, b?.fee ?? 0) : leastFee(place, 1, 1)
    }
    return Math.max(...[from, to].map((x) => partOf(give(x, least) ?? 0, at(x).most)))
  }
  return movingStretches({ ...curve, kept, mostKept })
}

const moves = ({ offpegE10 = 0n }: State): boolean => offpegE10 > 10n ** 10n

function remembered<T>(work: (x: number) => T): (x: number) => T {
  const known = new Map<number, T>()
  return (x) => {
    const found = known.get(x) ?? work(x)
    known.set(x, found)
    return found
  }
}

/** Of the tokens below, and last of the pool above, by two numbers that are equal where the fee is least. */
function feesOf(state: State, { base }: Over): readonly ((a: number, b: number) => number)[] {
  const feeOf = (feeE10: bigint, offpegE10 = 0n) => {
    const fee = { feeE10, offpegE10 }
    return (a: number, b: number) => movingFeeFloat(fee, a, b)
  }
  const even = feeOf(evenFee(base), base.offpegE10)
  return [...base.balances.map(() => even), feeOf(state.feeE10, state.offpegE10)]
}

function walkOf(state: State, over: Over, { from, to }: Way): Walk | undefined {
  const [own, held] = [scaledBalances(state), scaledBalances(over.base)]
  if (own.includes(0n) || held.includes(0n) || over.supply === 0n) return undefined
  const pool = floatPool(over, held)
  const curve = curveOf(state)
  const [sold, bought] = to === 0 ? [1, 0] : [0, 1]
  const curved = stableSwapCurve(own, { from: sold, to: bought }, curve)
  const [heldIn = 0, heldOut = 0] = [sold, bought].map((i) => Number(own[i]))
  const place = held.length
  const net = (paid: number, feeAt: FeeAt): number => {
    const { bought: out } = curved(paid)
    return out * (1 - feeAt(place, heldIn + paid / 2, heldOut - out / 2))
  }
  const price = Number(state.rates[1]) / 1e18
  const unit = Number(state.rates[0]) / 1e18
  const units = over.base.rates.map((rate) => Number(rate) / 1e18)
  const at = Math.max(from, to) - 2
  const below = units[at] ?? 1
  return to === 0
    ? walkIn({ pool, units, at, unitIn: below, unitOut: unit, price, net, curved })
    : walkOut({ pool, units, at, unitIn: unit, unitOut: below, price, net, curved })
}

interface Walking {
  readonly pool: FloatPool
  /** What a smallest unit of each token below is. */
  readonly units: readonly number[]
  readonly at: number
  readonly unitIn: number
  readonly unitOut: number
  /** Of a share. */
  readonly price: number
  /** What the pool above gives. */
  readonly net: (paid: number, feeAt: FeeAt) => number
  readonly curved: (paid: number) => StablePoint
}

const noFee: FeeAt = () => 0

/** Fees of a deposit are rounded down in smallest units of each token: what these are worth to the pool. */
const uncharged = (pool: FloatPool, units: readonly number[]): number =>
  units.reduce((sum, unit, i) => sum + ((minted(pool, i, unit, noFee) ?? 0) * pool.invariant) / pool.supply, 0)

function walkIn({ pool, units, at, unitIn, unitOut, price, net, curved }: Walking): Walk {
  return {
    give: (x, feeAt) => {
      const shares = minted(pool, at, x * unitIn, feeAt)
      return shares === undefined ? undefined : net(shares * price, feeAt) / unitOut
    },
    rounding: stableRounding(unitOut) + ((offUnits + uncharged(pool, units)) * curved(0).slope) / unitOut,
  }
}

function walkOut({ pool, at, unitIn, unitOut, price, net }: Walking): Walk {
  const first = burned(pool, at, pool.supply * little, noFee) / (pool.supply * little)
  return {
    give: (x, feeAt) => burned(pool, at, net(x * unitIn, feeAt) / price, feeAt) / unitOut,
    rounding: stableRounding(unitOut) + (offUnits * first) / unitOut,
  }
}

function floatPool({ base, supply }: Over, held: readonly bigint[]): FloatPool {
  const curve = curveOf(base)
  const ann = (Number(curve.a) * held.length) / Number(curve.precision)
  return {
    ann,
    balances: held.map(Number),
    invariant: Number(stableInvariant(held, curve)),
    supply: Number(supply),
  }
}
