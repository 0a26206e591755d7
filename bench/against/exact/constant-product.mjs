/**
 * @import { ConstantProductPool } from '#shapes'
 * @typedef {{ reserves: readonly [bigint, bigint], kept: bigint }} ConstantProduct an opened pair
 */

const million = 1_000_000n
const maxReserve = (1n << 112n) - 1n

/**
 * UniswapV2Pair with the fee in millionths.
 * @param {Pick<ConstantProductPool, 'reserves' | 'feePpm'>} pool
 * @returns {ConstantProduct}
 */
export function openConstantProduct({ reserves: [r0, r1], feePpm }) {
  return { reserves: [BigInt(r0), BigInt(r1)], kept: million - BigInt(feePpm) }
}

/**
 * The output for `amountIn` and the pool after it; `undefined` if the pair would revert.
 * @param {ConstantProduct} pool
 * @param {boolean} sellsToken0
 * @param {bigint} amountIn
 * @returns {{ amountOut: bigint, pool: ConstantProduct } | undefined}
 */
export function swapConstantProduct({ reserves: [r0, r1], kept }, sellsToken0, amountIn) {
  const [reserveIn, reserveOut] = sellsToken0 ? [r0, r1] : [r1, r0]
  const net = amountIn * kept
  const amountOut = (net * reserveOut) / (reserveIn * million + net)
  if (amountOut === 0n || reserveIn + amountIn > maxReserve) return undefined
  const [soldTo, boughtFrom] = [reserveIn + amountIn, reserveOut - amountOut]
  return { amountOut, pool: { reserves: sellsToken0 ? [soldTo, boughtFrom] : [boughtFrom, soldTo], kept } }
}
