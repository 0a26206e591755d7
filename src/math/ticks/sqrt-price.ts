/**
 * Prices and amounts at constant liquidity, inside one tick range.
 *
 * | value          | unit                               | range           |
 * |----------------|------------------------------------|-----------------|
 * | `sqrtPriceX96` | √(token1 / token0), Q64.96         | 1 … 2^160 - 1   |
 * | `liquidity`    | √(token0 · token1), whole units    | 0 … 2^128 - 1   |
 * | amounts        | smallest unit of the token         | 0 … 2^256 - 1   |
 *
 * Every rounding favours the pool: its input is rounded up, its output and the movement of its price
 * moves are rounded down.
 *
 * @see Uniswap v3 core, SqrtPriceMath; white paper, section 6.2
 */
import { divUp, q96 } from '#math/integers/full-math'

const two160 = 1n << 160n
const two256 = 1n << 256n

/**
 * The price after the pool took `amountIn`, net of its fee. Selling token 0 lowers it, selling token 1 raises it.
 *
 * The pool takes a cheaper, less exact path if `amountIn · sqrtPriceX96` overflows 256 bits. Both paths are
 * implemented, so that the result equals the chain's there too.
 *
 * @throws RangeError if there is no price or no liquidity, or if the new price would not fit 160 bits. The pool reverts
 * there too; a swap stops at the range's edge before it can happen.
 */
export function sqrtPriceAfterInput(
  sqrtPriceX96: bigint,
  liquidity: bigint,
  amountIn: bigint,
  sellsToken0: boolean,
): bigint {
  if (sqrtPriceX96 <= 0n || liquidity <= 0n) throw new RangeError('stretch without price or liquidity')
  if (!sellsToken0) return requireUint160(sqrtPriceX96 + (amountIn << 96n) / liquidity)

  const liquidityX96 = liquidity << 96n
  const denominator = liquidityX96 + amountIn * sqrtPriceX96
  if (denominator < two256) return divUp(liquidityX96 * sqrtPriceX96, denominator)
  return divUp(liquidityX96, liquidityX96 / sqrtPriceX96 + amountIn)
}

/** Token 0 between two prices, rounded down: liquidity · 2^96 · (upper - lower) / upper / lower. `lower` ≤ `upper`. */
export function amount0Down(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return ((liquidity << 96n) * (upper - lower)) / upper / lower
}

/** As {@link amount0Down}, rounded up. One rounding suffices: ceil(ceil(n / a) / b) = ceil(n / (a · b)). */
export function amount0Up(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return divUp((liquidity << 96n) * (upper - lower), upper * lower)
}

/** Token 1 between two prices, rounded down: liquidity · (upper - lower) / 2^96. `lower` ≤ `upper`. */
export function amount1Down(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return (liquidity * (upper - lower)) >> 96n
}

/** As {@link amount1Down}, rounded up. */
export function amount1Up(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return (liquidity * (upper - lower) + q96 - 1n) >> 96n
}

function requireUint160(sqrtPriceX96: bigint): bigint {
  if (sqrtPriceX96 >= two160) throw new RangeError('price above 160 bits')
  return sqrtPriceX96
}
