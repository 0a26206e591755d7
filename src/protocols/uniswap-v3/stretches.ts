/** A pool's stops in floats, without the roundings of `ladder`: each about 10^-14 of the price off. */
import type { Stretches } from '#domain/protocol'
import { maxTick, minTick } from '#math/tick'
import { nextStop, type Place, pass } from './next-stop.ts'
import { countUpTo, type State } from './state.ts'

const logStep = Math.log1p(0.0001) / 2

/** All that is known of a pool in one direction. */
export function cutStretches(state: State, falls: boolean, gasAt: (place: Place) => number): Stretches {
  const kept = 1 - state.feePpm / 1_000_000
  const price = Number(state.sqrtPriceX96) / 2 ** 96
  const { tick, knownFrom, knownTo } = state
  const isKnown = tick >= knownFrom - 1 && tick <= knownTo
  const none = { kept, roots: [], liquidity: [], gas: [], whole: isKnown }
  if (price === 0 || !isKnown) return none

  const cut = { roots: [falls ? price : 1 / price], liquidity: [] as number[], gas: [] as number[] }
  const whole = walk(state, falls, (place, at) => {
    const root = Math.exp((falls ? at : -at) * logStep)
    if (root >= (cut.roots.at(-1) ?? 0)) return // the price stands at the tick, or at the limit
    const liquidity = Number(place.liquidity)
    if (cut.liquidity.at(-1) === liquidity)
      cut.roots.pop() // the edge of a word, where nothing changes but a little gas
    else {
      cut.liquidity.push(liquidity)
      cut.gas.push(gasAt(place))
    }
    cut.roots.push(root)
  })
  return cut.liquidity.length === 0 ? { ...none, whole } : { kept, ...cut, whole }
}

/**
 * Tells the place and the tick at the end of every stretch from the price on.
 * @returns whether the last one ends where prices end, not where knowledge does
 */
function walk(state: State, falls: boolean, stretch: (place: Place, end: number) => void): boolean {
  const { tick, liquidity } = state
  let place: Place = { tick, liquidity, below: countUpTo(state.ticks, tick), crossed: 0, emptyWords: 0 }
  for (;;) {
    const next = nextStop(state, place, falls)
    if (next === undefined) {
      stretch(place, falls ? state.knownFrom : state.knownTo)
      return false
    }
    stretch(place, next.tick)
    if (falls ? next.tick <= minTick : next.tick >= maxTick) return true
    place = pass(state, place, next, falls)
  }
}
