/** A pool as the search sees it: liquidity is constant in a tick, and so each is a stretch. */
import type { Stretches, Trade } from '#domain/protocol'
import { type Cut, openCut } from '#math/cut'
import { unlessRefused } from '#math/unless-refused'
import type { State, Tick } from './state.ts'
import { pathOf, through } from './swap.ts'
import { depthOf, edgesOf } from './tick-math.ts'

const everything = 1n << 190n
/** Prices closer than this are one to floats; by so much a stretch falls at least. */
const even = 1e-9
/** An output within a stretch is the difference of two numbers of this many digits. */
const epsilon = 1e-15
/** Liquidity below it is known to few digits, and so are the prices of a tick. */
const leastLiquidity = 2n ** 30n
/** What is left in a tick may be such a part of its liquidity that rounding spoils its price: nothing is counted on it. */
const leastPart = 1e-7

/** One tick from where it stands to where nothing is left of what is bought, smallest units. */
interface Whole {
  readonly bought: number
  readonly liquidity: number
  /** √ of the marginal output per input where it begins, the fee aside. */
  readonly root: number
  readonly isDust: boolean
}

/** @param gasAfter so many ticks with something in them, and so many empty ones */
export function stretches(
  state: State,
  { from }: Pick<Trade, 'from'>,
  gasAfter: (ticks: number, empty: number) => number,
): Stretches {
  const sellsA = from === 0
  const kept = 1 - Number(state.feesE18[sellsA ? 0 : 1]) / 1e18
  const cut = openCut()
  let [bought, given, visited] = [0, 0, 0]
  if (state.stirred) return { kept, ...cut.lists(), whole: true }
  const path = pathOf(state, sellsA)
  for (const tick of path.ticks) {
    const whole = wholeOf(state, tick, sellsA)
    // the contract reverts here, and everywhere behind
    if (whole === undefined) return { kept, ...cut.lists(), whole: true }
    visited += 1
    bought += whole.bought
    if (whole.isDust) continue
    const begin = Math.min(whole.root, cut.end())
    const { liquidity } = whole
    const end = Math.min(begin - whole.bought / liquidity, begin * (1 - even))
    given += liquidity * (begin - end)
    // inside of a stretch that begins too late, as much is missing as its price is too low
    const late = whole.bought * ((whole.root / begin) ** 2 - 1)
    const missing = late + Math.max(0, bought - given) + liquidity * begin * epsilon
    const passed = Math.abs(tick[0] - state.activeTick) + 1
    cut.add({ begin, end, liquidity, gas: gasAfter(visited, passed - visited), slack: 2 + visited + missing })
  }
  if (!path.isWhole) addNothing(cut, rootOfEdge(state, sellsA))
  return { kept, ...cut.lists(), whole: path.isWhole }
}

/** Down to a price: only from there on it is not known what the pool gives. */
function addNothing(cut: Cut, end: number | undefined): void {
  const begin = cut.end()
  if (end !== undefined && end < begin && begin < Number.POSITIVE_INFINITY)
    cut.add({ begin, end, liquidity: 0, gas: 0, slack: 0 })
}

/** The root of the marginal price where what is known ends; nothing beyond all prices there are. */
function rootOfEdge({ spacing, knownFrom, knownTo, scales }: State, sellsA: boolean): number | undefined {
  const edges = unlessRefused(() => edgesOf(spacing, sellsA ? knownTo : knownFrom))
  return edges && rootOf(sellsA ? edges.upper : edges.lower, scales, sellsA)
}

/** @param price √ of B in A, 10^18 */
function rootOf(price: bigint, scales: State['scales'], sellsA: boolean): number {
  const inB = (Number(price) / 1e18) * Math.sqrt(Number(scales[1]) / Number(scales[0]))
  return sellsA ? 1 / inB : inB
}

function wholeOf(state: State, tick: Tick, sellsA: boolean): Whole | undefined {
  const [id, a, b] = tick
  const scales = state.scales.map(Number)
  const [inScale = 1, outScale = 1] = sellsA ? scales : scales.toReversed()
  return unlessRefused(() => {
    const { price, liquidity } = depthOf(a, b, edgesOf(state.spacing, id))
    const { given } = through(state, { tick, sellsA, left: everything })
    const root = rootOf(price, state.scales, sellsA)
    return {
      bought: Number(given) / outScale,
      liquidity: Number(liquidity) / Math.sqrt(inScale * outScale),
      root,
      isDust:
        liquidity < leastLiquidity ||
        Number(given) < leastPart * Number(liquidity) * root * Math.sqrt(outScale / inScale),
    }
  })
}
