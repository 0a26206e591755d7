/** Segments of a pool: liquidity is constant in a tick, so each tick is a segment. */
import type { LiquiditySegments, Trade } from '#domain/pools/protocol'
import { createSegmentBuilder, type SegmentBuilder } from '#math/segments/builder'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { MaverickState, Tick } from './state.ts'
import { findPath, swapInTick } from './swap.ts'
import { computeEdges, getDepth } from './tick-math.ts'

const everything = 1n << 190n
/** Closer prices are equal in floats; a segment falls by at least this. */
const minPriceStep = 1e-9
/** An output within a segment is the difference of two numbers with this relative error. */
const epsilon = 1e-15
/** Smaller liquidity has few digits, and so have the prices of its tick. */
const minLiquidity = 2n ** 30n
/** Below this fraction of a tick's liquidity, rounding distorts the price of the rest: it is not counted. */
const minPart = 1e-7

/** One tick from its current price until its output token is used up, smallest units. */
interface WholeTick {
  readonly bought: number
  readonly liquidity: number
  /** √ of the marginal output per input at its beginning, without the fee. */
  readonly sqrtPrice: number
  readonly isDust: boolean
}

/** @param gasAfter gas of a number of non-empty ticks and of empty ones */
export function toSegments(
  state: MaverickState,
  { from }: Pick<Trade, 'from'>,
  gasAfter: (ticks: number, empty: number) => number,
): LiquiditySegments {
  const sellsA = from === 0
  const kept = 1 - Number(state.feesE18[sellsA ? 0 : 1]) / 1e18
  const cut = createSegmentBuilder()
  let [bought, given, visited, gas] = [0, 0, 0, 0]
  if (state.stirred) return { feeFactor: kept, ...cut.build(), isComplete: true }
  const path = findPath(state, sellsA)
  for (const tick of path.ticks) {
    const whole = toWholeTick(state, tick, sellsA)
    // the contract reverts from here on
    if (whole === undefined) return { feeFactor: kept, ...cut.build(), isComplete: true }
    visited += 1
    bought += whole.bought
    if (whole.isDust) continue
    const begin = Math.min(whole.sqrtPrice, cut.end())
    const { liquidity } = whole
    const end = Math.min(begin - whole.bought / liquidity, begin * (1 - minPriceStep))
    given += liquidity * (begin - end)
    // in a segment that begins late, the output is too low in proportion to its price
    const late = whole.bought * ((whole.sqrtPrice / begin) ** 2 - 1)
    const missing = late + Math.max(0, bought - given) + liquidity * begin * epsilon
    const passed = Math.abs(tick[0] - state.activeTick) + 1
    gas = gasAfter(visited, passed - visited)
    cut.add({ begin, end, liquidity, gas, slack: 2 + visited + missing })
  }
  if (!path.isWhole) addGap(cut, getEdgeSqrtPrice(state, sellsA), gas)
  return { feeFactor: kept, ...cut.build(), isComplete: path.isWhole }
}

/**
 * A gap down to a price, from where on the pool's output is unknown.
 * @param gas of a trade that ends there: bounds count the least of any segment
 */
function addGap(cut: SegmentBuilder, end: number | undefined, gas: number): void {
  const begin = cut.end()
  if (end !== undefined && end < begin && begin < Number.POSITIVE_INFINITY)
    cut.add({ begin, end, liquidity: 0, gas, slack: 0 })
}

/** √ of the marginal price at the edge of the known ticks; `undefined` beyond all prices. */
function getEdgeSqrtPrice({ spacing, knownFrom, knownTo, scales }: MaverickState, sellsA: boolean): number | undefined {
  const edges = undefinedOnRangeError(() => computeEdges(spacing, sellsA ? knownTo : knownFrom))
  return edges && toSqrtPrice(sellsA ? edges.upper : edges.lower, scales, sellsA)
}

/** @param price √ of B in A, 10^18 */
function toSqrtPrice(price: bigint, scales: MaverickState['scales'], sellsA: boolean): number {
  const inB = (Number(price) / 1e18) * Math.sqrt(Number(scales[1]) / Number(scales[0]))
  return sellsA ? 1 / inB : inB
}

function toWholeTick(state: MaverickState, tick: Tick, sellsA: boolean): WholeTick | undefined {
  const scales = state.scales.map(Number)
  const [inScale = 1, outScale = 1] = sellsA ? scales : scales.toReversed()
  return undefinedOnRangeError(() => {
    const { price, liquidity } = getDepth(state.spacing, tick)
    const { given } = swapInTick(state, { tick, sellsA, left: everything })
    const sqrtPrice = toSqrtPrice(price, state.scales, sellsA)
    return {
      bought: Number(given) / outScale,
      liquidity: Number(liquidity) / Math.sqrt(inScale * outScale),
      sqrtPrice,
      isDust:
        liquidity < minLiquidity ||
        Number(given) < minPart * Number(liquidity) * sqrtPrice * Math.sqrt(outScale / inScale),
    }
  })
}
