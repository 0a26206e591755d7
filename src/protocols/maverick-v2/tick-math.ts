/** Prices and liquidity of ticks, 18 decimals: price is that of B in A. Source: TickMath and Math of maverickprotocol/v2-common. */
import { mulDiv } from '#math/integers/full-math'
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { wad, wadDivDown, wadMulDown } from '#math/integers/wad'
import { memoize, memoizeByObject } from '#math/memoize'
import { cachePrices } from '#math/ticks/price-cache'
import { computeTickPower } from '#math/ticks/tick-powers'
import type { Tick } from './state.ts'

/** √(1.0001^-(2^i)) for every bit i, in Q128.128; the last digits differ from Uniswap's. */
const powers = [
  0xfffcb933bd6fad9d3af5f0b9f25db4d6n,
  0xfff97272373d41fd789c8cb37ffcaa1cn,
  0xfff2e50f5f656ac9229c67059486f389n,
  0xffe5caca7e10e81259b3cddc7a064941n,
  0xffcb9843d60f67b19e8887e0bd251eb7n,
  0xff973b41fa98cd2e57b660be99eb2c4an,
  0xff2ea16466c9838804e327cb417cafcbn,
  0xfe5dee046a99d51e2cc356c2f617dbe0n,
  0xfcbe86c7900aecf64236ab31f1f9dcb5n,
  0xf987a7253ac4d9194200696907cf2e37n,
  0xf3392b0822b88206f8abe8a3b44dd9ben,
  0xe7159475a2c578ef4f1d17b2b235d480n,
  0xd097f3bdfd254ee83bdd3f248e7e785en,
  0xa9f746462d8f7dd10e744d913d033333n,
  0x70d869a156ddd32a39e257bc3f50aa9bn,
  0x31be135f97da6e09a19dc367e3b6da40n,
  0x9aa508b5b7e5a9780b0cc4e25d61a56n,
  0x5d6af8dedbcb3a6ccb7ce618d14225n,
  0x2216e584f630389b2052b8db590en,
] as const

/** Exponent of 1.0001; a price of 10^14. */
const maxPower = 322_378
/** If both reserves are below 2^78, they have too few digits and are shifted by `moreBits`. */
const littleBits = 78n
const moreBits = 57n
const wad2 = wad * wad

/** Square roots of the price at the two ends of a tick. */
export interface Edges {
  readonly lower: bigint
  readonly upper: bigint
}

/** The values that trades in a tick are computed from. */
export interface Depth {
  /** √ of the tick's current price: its lower edge if it holds no A. */
  readonly price: bigint
  readonly liquidity: bigint
}

/** @throws RangeError beyond the last price */
export const computeEdges = (spacing: number, id: number): Edges => ({
  lower: computeEdge(spacing, id),
  upper: computeEdge(spacing, id + 1),
})

function computeEdge(spacing: number, id: number): bigint {
  if (Math.abs(id) * spacing > maxPower) throw new RangeError(`tick ${id} has no price`)
  return priceAt(id * spacing)
}

const priceAt = cachePrices((tick) => (computeTickPower(powers, tick) * wad) >> 128n)

const depthsBySpacing = memoize((spacing) =>
  memoizeByObject(([id, a, b]: Tick): Depth => computeDepth(a, b, computeEdges(spacing, id))),
)

/** The depth of a tick, computed once for the many trades that reach it. @throws RangeError if the contract reverts */
export const getDepth = (spacing: number, tick: Tick): Depth => depthsBySpacing(spacing)(tick)

/** @throws RangeError if the contract reverts */
export function computeDepth(a: bigint, b: bigint, edges: Edges): Depth {
  const liquidity = computeLiquidity(a, b, edges)
  return { liquidity, price: computePrice(a, b, edges, liquidity) }
}

function computeLiquidity(a: bigint, b: bigint, { lower, upper }: Edges): bigint {
  const isLittle = a >> littleBits === 0n && b >> littleBits === 0n
  const more = isLittle ? moreBits : 0n
  const [x, y] = [a << more, b << more]
  const width = upper - lower
  if (y === 0n) return wadDivDown(x, width) >> more
  if (x === 0n) return (uint256(wadMulDown(y, lower) * upper) / width) >> more
  const half = (wadDivDown(x, upper) + wadMulDown(y, lower)) >> 1n
  const under = mulDiv(half, half, wad) + mulDiv(mulDiv(y, x, wad), width, upper)
  return mulDiv(half + squareRoot(under) * 10n ** 9n, upper, width) >> more
}

function computePrice(a: bigint, b: bigint, { lower, upper }: Edges, liquidity: bigint): bigint {
  if (a === 0n) return lower
  if (b === 0n) return upper
  const ofA = a + wadMulDown(liquidity, lower)
  const ofB = b + wadDivDown(liquidity, upper)
  const price = squareRoot(uint256(wad * wadDivDown(ofA, ofB)))
  return price < lower ? lower : price > upper ? upper : price
}

/** 1 / x, rounded down. */
export const inverse = (x: bigint): bigint => wad2 / x
/** 1 / x, rounded up. */
export const inverseUp = (x: bigint): bigint => (wad2 - 1n) / x + 1n
