/**
 * One iteration of a concentrated-liquidity pool's loop for an exact input: computeSwapStep, split into its two
 * outcomes. Which of them happens is known from the input alone: the pool reaches the target if and only
 * if at least `sold` is left, since floor(left · (10^6 - fee) / 10^6) ≥ net exactly when left ≥ net + fee.
 *
 * | value            | unit                                            |
 * |------------------|-------------------------------------------------|
 * | prices, liquidity| as in `sqrt-price`                              |
 * | `feePpm`         | millionths of the input, 0 … 999_999           |
 * | `sold`           | smallest unit of the input token, fee included  |
 * | `bought`         | smallest unit of the output token               |
 *
 * @see Uniswap v3 core, SwapMath.computeSwapStep
 */
import { million } from '#domain/units'
import { divUp } from '#math/integers/full-math'
import { amount0Down, amount0Up, amount1Down, amount1Up, sqrtPriceAfterInput } from '#math/ticks/sqrt-price'

/** What it takes to move the price all the way to `targetX96`, and what that gives. */
export function stepToTarget(
  sqrtPriceX96: bigint,
  targetX96: bigint,
  liquidity: bigint,
  feePpm: bigint,
): { readonly sold: bigint; readonly bought: bigint } {
  const sellsToken0 = targetX96 <= sqrtPriceX96
  const net = sellsToken0
    ? amount0Up(targetX96, sqrtPriceX96, liquidity)
    : amount1Up(sqrtPriceX96, targetX96, liquidity)
  const bought = sellsToken0
    ? amount1Down(targetX96, sqrtPriceX96, liquidity)
    : amount0Down(sqrtPriceX96, targetX96, liquidity)
  return { sold: net + divUp(net * feePpm, million - feePpm), bought }
}

/**
 * Where the price ends if `sold` is spent before the target, and what that gives. The remainder that rounding leaves of
 * the input goes to the fee, so the pool always takes all of it.
 *
 * @throws RangeError as {@link sqrtPriceAfterInput}
 */
export function stepShortOfTarget(
  sqrtPriceX96: bigint,
  liquidity: bigint,
  sold: bigint,
  feePpm: bigint,
  sellsToken0: boolean,
): { readonly sqrtPriceX96: bigint; readonly bought: bigint } {
  const net = (sold * (million - feePpm)) / million
  const after = sqrtPriceAfterInput(sqrtPriceX96, liquidity, net, sellsToken0)
  const bought = sellsToken0 ? amount1Down(after, sqrtPriceX96, liquidity) : amount0Down(sqrtPriceX96, after, liquidity)
  return { sqrtPriceX96: after, bought }
}
