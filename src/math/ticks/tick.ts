/**
 * Ticks and their prices: tick i stands for √(1.0001^i), in Q64.96 as the pool computes it, bit for bit.
 *
 * | value          | unit                       | range                             |
 * |----------------|----------------------------|-----------------------------------|
 * | `tick`         | log of the price to 1.0001 | `minTick` … `maxTick`             |
 * | `sqrtPriceX96` | √(token1 / token0), Q64.96 | `minSqrtPrice` … `maxSqrtPrice`   |
 *
 * @see Uniswap v3 core, TickMath; white paper, section 6.1
 */
import { cachePrices } from './price-cache.ts'
import { computeTickPower } from './tick-powers.ts'

export const minTick = -887_272
export const maxTick = 887_272
/** The price of `minTick`. */
export const minSqrtPrice = 4_295_128_739n
/** The price of `maxTick`. A pool's price is always below it. */
export const maxSqrtPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** √(1.0001^-(2^i)) for every bit i of a tick, in Q128.128 as rounded in the contract. */
const powers = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const

/**
 * The price of a tick.
 *
 * @throws RangeError unless an integer from `minTick` to `maxTick`
 */
export function sqrtPriceAtTick(tick: number): bigint {
  if (!(tick >= minTick && tick <= maxTick)) throw new RangeError(`${tick} is no tick`)
  return priceAt(tick)
}

/**
 * The greatest tick whose price is not above `sqrtPriceX96`. The contract finds it by fourteen squarings; here a float
 * logarithm is within one tick of it, and the exact neighbouring prices decide.
 *
 * @throws RangeError unless `minSqrtPrice` ≤ `sqrtPriceX96` < `maxSqrtPrice`
 */
export function tickAtSqrtPrice(sqrtPriceX96: bigint): number {
  if (sqrtPriceX96 < minSqrtPrice || sqrtPriceX96 >= maxSqrtPrice) throw new RangeError('price outside all ticks')
  const guess = Math.floor((2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001))
  let tick = Math.min(Math.max(guess, minTick), maxTick - 1)
  while (sqrtPriceAtTick(tick) > sqrtPriceX96) tick -= 1
  while (sqrtPriceAtTick(tick + 1) <= sqrtPriceX96) tick += 1
  return tick
}

const priceAt = cachePrices((tick) => {
  const ratio = computeTickPower(powers, tick)
  const price = ratio >> 32n
  return price << 32n === ratio ? price : price + 1n
})
