/** Reads a pool call by call, for chains where the lens cannot run: price, then bitmap words around it, then ticks. */
import type { Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { maxTick, minTick } from '#math/tick'
import { liquidity, liquidityNet, slot0, tickBitmap, tickSpacing } from './abi.ts'
import type { State } from './state.ts'

/** Ticks each way that are read at first: a factor of e² in price, but no more words than `mostWords`. */
const usualReach = 20_000
const mostWords = 8

/** @param widening how many times more words than at first are read */
export function* load(pool: Pool, widening = 1): Reading<State> {
  const { address, feePpm } = pool
  const [{ sqrtPriceX96, tick }, inRange, spacing] = yield* ask(
    slot0(address),
    liquidity(address),
    tickSpacing(address),
  )

  const perWord = 256 * spacing
  const reach = Math.min(mostWords, Math.ceil(usualReach / perWord)) * widening
  const home = Math.floor(tick / perWord)
  const first = Math.max(home - reach, Math.floor(minTick / perWord))
  const last = Math.min(home + reach, Math.floor(maxTick / perWord))

  const words = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const bitmaps = yield* ask(...words.map((index) => tickBitmap(address, index)))
  const initialised = words.flatMap((index, i) => ticksIn(index, bitmaps[i] ?? 0n, spacing))
  const nets = initialised.length === 0 ? [] : yield* ask(...initialised.map((at) => liquidityNet(address, at)))

  return {
    sqrtPriceX96,
    tick,
    liquidity: inRange,
    tickSpacing: spacing,
    feePpm,
    ticks: initialised.map((at, i) => [at, nets[i] ?? 0n] as const),
    knownFrom: Math.max(first * perWord, minTick),
    knownTo: Math.min((last + 1) * perWord - 1, maxTick),
  }
}

function ticksIn(index: number, bitmap: bigint, spacing: number): readonly number[] {
  const bits = Array.from(bitmap.toString(2)).reverse()
  return bits.flatMap((bit, position) => (bit === '1' ? [(index * 256 + position) * spacing] : []))
}
