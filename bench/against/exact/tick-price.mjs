/** Prices at ticks, as in TickMath of Uniswap's v3-core: √1.0001^tick as Q64.96, rounded up. */

export const minTick = -887_272
export const maxTick = 887_272
export const minSqrtPrice = 4_295_128_739n
export const maxSqrtPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** √1.0001^-(2^i) as Q128.128. */
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
]
/** @type {Map<number, bigint>} */
const known = new Map()

/**
 * @throws RangeError beyond ±887,272.
 * @param {number} tick
 */
export function sqrtPriceAt(tick) {
  const before = known.get(tick)
  if (before !== undefined) return before
  if (!Number.isInteger(tick) || tick < minTick || tick > maxTick) throw new RangeError(`no price at tick ${tick}`)
  let ratio = 1n << 128n
  for (const [i, power] of powers.entries()) if ((Math.abs(tick) >> i) & 1) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio
  const price = (ratio + 0xffffffffn) >> 32n
  known.set(tick, price)
  return price
}

/**
 * The greatest tick whose price is not above `sqrtPriceX96`, searched in [`from`, `to`].
 * @param {bigint} sqrtPriceX96
 */
export function tickAt(sqrtPriceX96, from = minTick, to = maxTick) {
  let low = from
  let high = to
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sqrtPriceAt(middle) <= sqrtPriceX96) low = middle
    else high = middle - 1
  }
  return low
}
