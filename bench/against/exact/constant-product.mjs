const million = 1_000_000n
const maxReserve = (1n << 112n) - 1n

/** UniswapV2Pair with the fee in millionths. */
export function openConstantProduct({ reserves, feePpm }) {
  return { reserves: reserves.map(BigInt), kept: million - BigInt(feePpm) }
}

/** The output for `amountIn` and the pool after it; `undefined` if the pair would revert. */
export function swapConstantProduct({ reserves: [r0, r1], kept }, sellsToken0, amountIn) {
  const [reserveIn, reserveOut] = sellsToken0 ? [r0, r1] : [r1, r0]
  const net = amountIn * kept
  const amountOut = (net * reserveOut) / (reserveIn * million + net)
  if (amountOut === 0n || reserveIn + amountIn > maxReserve) return undefined
  const [soldTo, boughtFrom] = [reserveIn + amountIn, reserveOut - amountOut]
  return { amountOut, pool: { reserves: sellsToken0 ? [soldTo, boughtFrom] : [boughtFrom, soldTo], kept } }
}
