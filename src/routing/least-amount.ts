/** What an amount buys; `undefined` where it cannot be carried out. Never falls as the amount grows. */
type Buys = (amountIn: bigint) => bigint | undefined

/** No more can be sold at once: the router contract takes amounts of 128 bits. */
export const mostSold = (1n << 128n) - 1n
/** Steps away from the start grow by this. */
const stride = 8n
/** The first step, of the start. */
const nearness = 1n << 30n
/** To this part of it the largest amount that can be carried out is looked for. */
const edgeTo = 1n << 20n

/**
 * The least amount that buys at least `wanted`, exactly: one unit less buys less, or cannot be carried out.
 * @param near an amount that can be carried out, 1 … 2^128 − 1; the nearer, the fewer questions
 * @returns `undefined` where no amount buys so much; of amounts that only just can be carried out the last millionth is
 *   not looked at
 */
export function leastAmount(buys: Buys, wanted: bigint, near: bigint): bigint | undefined {
  const first = near / nearness + 1n
  const isEnough = (amountIn: bigint) => (buys(amountIn) ?? 0n) >= wanted
  return isEnough(near) ? down(isEnough, near, first) : up(buys, { wanted, short: near, first })
}

function down(isEnough: (amountIn: bigint) => boolean, near: bigint, first: bigint): bigint {
  let enough = near
  for (let step = first; enough > step; step *= stride) {
    if (!isEnough(enough - step)) return between(isEnough, enough - step, enough)
    enough -= step
  }
  return between(isEnough, 0n, enough)
}

function up(
  buys: Buys,
  { wanted, short, first }: { readonly wanted: bigint; readonly short: bigint; readonly first: bigint },
): bigint | undefined {
  const isEnough = (amountIn: bigint) => (buys(amountIn) ?? 0n) >= wanted
  let [low, beyond] = [short, mostSold + 1n]
  const isEnd = () => beyond - low <= 1n || (beyond <= mostSold && beyond - low <= low / edgeTo)
  for (let step = first; !isEnd(); step *= stride) {
    // once an amount was too much to be carried out, the rest is halved
    const next = low + step < beyond ? low + step : (low + beyond) / 2n
    const out = buys(next)
    if (out === undefined) beyond = next
    else if (out >= wanted) return between(isEnough, low, next)
    else low = next
  }
  return undefined
}

/** @param short buys too little */
function between(isEnough: (amountIn: bigint) => boolean, short: bigint, enough: bigint): bigint {
  let [low, high] = [short, enough]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
