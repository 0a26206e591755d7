/** The output for an amount; `undefined` if it cannot be executed. Never decreases as the amount grows. */
type GetAmountOut = (amountIn: bigint) => bigint | undefined

/** The largest amount that can be sold at once: the router contract takes amounts of 128 bits. */
export const maxAmountIn = (1n << 128n) - 1n
/** Growth factor of the steps away from the start. */
const stride = 8n
/** The first step is the start divided by this. */
const firstStepDivisor = 1n << 30n
/** The largest executable amount is located to this part of itself. */
const edgePrecision = 1n << 20n

/**
 * The smallest amount that buys at least `wanted`, exactly: one unit less buys less, or cannot be executed.
 * @param near an executable amount, 1 … 2^128 − 1; the nearer, the fewer evaluations
 * @returns `undefined` if no amount buys enough. Of the amounts just below the executable limit, the last millionth
 *   is not searched
 */
export function findMinAmount(buys: GetAmountOut, wanted: bigint, near: bigint): bigint | undefined {
  const first = near / firstStepDivisor + 1n
  const isEnough = (amountIn: bigint) => (buys(amountIn) ?? 0n) >= wanted
  return isEnough(near) ? searchDown(isEnough, near, first) : searchUp(buys, { wanted, short: near, first })
}

function searchDown(isEnough: (amountIn: bigint) => boolean, near: bigint, first: bigint): bigint {
  let enough = near
  for (let step = first; enough > step; step *= stride) {
    if (!isEnough(enough - step)) return bisect(isEnough, enough - step, enough)
    enough -= step
  }
  return bisect(isEnough, 0n, enough)
}

function searchUp(
  buys: GetAmountOut,
  { wanted, short, first }: { readonly wanted: bigint; readonly short: bigint; readonly first: bigint },
): bigint | undefined {
  const isEnough = (amountIn: bigint) => (buys(amountIn) ?? 0n) >= wanted
  let [low, beyond] = [short, maxAmountIn + 1n]
  const isEnd = () => beyond - low <= 1n || (beyond <= maxAmountIn && beyond - low <= low / edgePrecision)
  for (let step = first; !isEnd(); step *= stride) {
    // after an amount was too large to execute, the remaining range is halved
    const next = low + step < beyond ? low + step : (low + beyond) / 2n
    const out = buys(next)
    if (out === undefined) beyond = next
    else if (out >= wanted) return bisect(isEnough, low, next)
    else low = next
  }
  return undefined
}

/** @param short buys too little */
function bisect(isEnough: (amountIn: bigint) => boolean, short: bigint, enough: bigint): bigint {
  let [low, high] = [short, enough]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
