/** Reads with separate calls what the lens reads in one: for nodes that cannot run our code. */

import { ask, type Read, type Reading } from '#domain/calls/reads'
import { callData, intAt, uintAt, word } from '#domain/calls/words'
import { itemAt } from '#domain/item-at'
import type { Extent, LensRecord, Pool, TickAccess } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { reaches, type TickReach } from '#domain/pools/tick-reach'
import { type TickLocation, type TickSelectors, uniswapSelectors } from '#domain/pools/tick-selectors'
import type { Hex } from '#domain/units'
import { maxTick, minTick } from '#math/ticks/tick'

export type TickRecord = Extract<LensRecord, { kind: 3 }>
type ListedTick = TickRecord['ticks'][number]

interface TickLoader<State> extends TickAccess {
  readonly toState: (record: LensRecord, pool: Pool) => State
}

/**
 * Reads price first, then bitmap words around it, then ticks. `undefined` if there is nothing to trade.
 * @throws PoolSkippedError if a value can only be read from inside a swap
 */
export function* loadTicks<State>(
  { toState: read, selectors: questions = uniswapSelectors, locate: place }: TickLoader<State>,
  pool: Pool,
  extent: Extent,
): Reading<State | undefined> {
  if (questions.inSwap) throw new PoolSkippedError('unmodelled')
  const reach = reaches[extent]
  const asking = createTickReads(questions, place?.(pool) ?? { to: pool.address })
  const { price, tick, words, spacing, inRange } = yield* readPrice(asking)
  if (price === 0n || spacing <= 0) return undefined
  const at = { compressed: Math.floor(tick / spacing), spacing }
  const [firstWord, lastWord] = [findEdgeWord(at, reach, -1), findEdgeWord(at, reach, 1)]

  const indexes = Array.from({ length: lastWord - firstWord + 1 }, (_, i) => firstWord + i)
  const bitmaps = yield* ask(...indexes.map(asking.bitmap))
  const initialised = bitmaps.flatMap((bits, i) => decodeTicks(bits, (firstWord + i) * 256, spacing))
  // one more per side than needed: whether it exists decides how far the ticks are known
  const below = initialised.filter((one) => one <= tick).slice(-reach.maxTicks - 1)
  const above = initialised.filter((one) => one > tick).slice(0, reach.maxTicks + 1)

  const wanted = [...below, ...above]
  const nets = yield* ask(...wanted.map(asking.net))
  if (inRange === 0n && wanted.length === 0) return undefined
  const listed = wanted.map((one, i): ListedTick => [one, itemAt(nets, i)])
  // nothing is known past the last tick that is kept
  const [cutBelow, cutAbove] = [below.length > reach.maxTicks, above.length > reach.maxTicks]
  const ticks = listed.slice(cutBelow ? 1 : 0, cutAbove ? -1 : undefined)
  const record: TickRecord = {
    kind: 3,
    sqrtPriceX96: price,
    tick,
    liquidity: inRange,
    tickSpacing: spacing,
    knownFrom: cutBelow ? (below[1] ?? tick) : Math.max(firstWord * 256 * spacing, minTick),
    knownTo: cutAbove ? (above.at(-2) ?? tick) : Math.min((lastWord + 1) * 256 * spacing - 1, maxTick),
    ticks,
    words: Array.from({ length: 4 }, (_, i) => capTo32Bits(words[i] ?? 0n)),
  }
  return read(record, pool)
}

type TickReads = ReturnType<typeof createTickReads>

function* readPrice({ known, price, liquidity, spacing, more }: TickReads) {
  if (known !== undefined) {
    const [seen, inRange, ...others] = yield* ask(price, liquidity, ...more)
    return { ...seen, inRange, spacing: known, words: [...seen.words, ...others] }
  }
  const [seen, inRange, read, ...others] = yield* ask(price, liquidity, spacing, ...more)
  return { ...seen, inRange, spacing: read, words: [...seen.words, ...others] }
}

function createTickReads(asked: TickSelectors, place: Pick<TickLocation, 'to'> & Partial<TickLocation>) {
  const key = place.key?.slice(2) ?? ''
  const question = <T>(selector: Hex, decode: Read<T>['decode'], ...words: string[]): Read<T> => ({
    to: place.to,
    data: callData(selector, key, ...words),
    decode,
  })
  const first = (answer: Hex) => uintAt(answer, 0)
  return {
    known: place.spacing ?? (typeof asked.spacing === 'number' ? asked.spacing : undefined),
    price: question(asked.price, (answer) => ({
      price: uintAt(answer, 0),
      tick: Number(intAt(answer, 1)),
      words: [readWordOrZero(answer, 2), readWordOrZero(answer, 3)],
    })),
    liquidity: question(asked.liquidity, first),
    spacing: question(typeof asked.spacing === 'number' ? asked.price : asked.spacing, (a) => Number(intAt(a, 0))),
    more: (asked.more ?? []).map((selector) => question(selector, first)),
    bitmap: (index: number) => question(asked.bitmap, first, word(index)),
    net: (tick: number) => question(asked.tick, (answer) => intAt(answer, 1), word(tick)),
  }
}

/** The lens returns words the same way. */
const capTo32Bits = (n: bigint): bigint => (n > 0xffffffffn ? 0xffffffffn : n)

const readWordOrZero = (answer: Hex, index: number): bigint =>
  answer.length < 2 + 64 * (index + 1) ? 0n : uintAt(answer, index)

/** The last bitmap word within reach, downwards (-1) or upwards (1). */
function findEdgeWord(at: { compressed: number; spacing: number }, reach: TickReach, way: -1 | 1): number {
  const furthest = Math.min(Math.max(at.compressed * at.spacing + way * reach.range, minTick), maxTick)
  const byRange = Math.floor(furthest / at.spacing) >> 8
  const byWords = (at.compressed >> 8) + way * reach.maxWords
  return way < 0 ? Math.max(byRange, byWords) : Math.min(byRange, byWords)
}

/** The initialized ticks of one word, ascending. */
function decodeTicks(bits: bigint, firstCompressed: number, spacing: number): number[] {
  const ticks: number[] = []
  for (let rest = bits, bit = 0; rest > 0n; rest >>= 1n, bit++) {
    if (rest & 1n) ticks.push((firstCompressed + bit) * spacing)
  }
  return ticks
}
