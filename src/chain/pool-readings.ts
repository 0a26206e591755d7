/** What the lens reads in one call, asked question by question: for nodes that run no code of ours. */
import type { LensRecord, Pool } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { callData, intAt, uintAt, word } from '#domain/words'
import type { ListedTick, SeenConcentrated } from './lens-answer.ts'
import { concentratedRecord } from './tick-list.ts'
import type { TickReach } from './tick-reach.ts'

const [minTick, maxTick] = [-887_272, 887_272]

const question = <T>(pool: Pool, selector: string, decode: Read<T>['decode'], ...words: string[]): Read<T> => ({
  to: pool.address,
  data: callData(selector, ...words),
  decode,
})
const reserves = (pool: Pool) => question(pool, '0x0902f1ac', (a) => [uintAt(a, 0), uintAt(a, 1)] as const)
const slot0 = (pool: Pool) => question(pool, '0x3850c7bd', (a) => ({ price: uintAt(a, 0), tick: Number(intAt(a, 1)) }))
const tickSpacing = (pool: Pool) => question(pool, '0xd0c93a7c', (a) => Number(intAt(a, 0)))
const liquidity = (pool: Pool) => question(pool, '0x1a686502', (a) => uintAt(a, 0))
const bitmap = (pool: Pool, at: number) => question(pool, '0x5339c296', (a) => uintAt(a, 0), word(at))
const liquidityNet = (pool: Pool, tick: number) => question(pool, '0xf30dba93', (a) => intAt(a, 1), word(tick))

/** `undefined` where there is nothing to trade. */
export function* pairReading(pool: Pool): Reading<LensRecord | undefined> {
  const [held] = yield* ask(reserves(pool))
  return held.includes(0n) ? undefined : { kind: 2, reserves: held }
}

/** `undefined` where there is nothing to trade. */
export function* concentratedReading(pool: Pool, reach: TickReach): Reading<LensRecord | undefined> {
  const [{ price, tick }, spacing, inRange] = yield* ask(slot0(pool), tickSpacing(pool), liquidity(pool))
  if (price === 0n || spacing <= 0) return undefined
  const at = { compressed: Math.floor(tick / spacing), spacing }
  const [firstWord, lastWord] = [edgeWord(at, reach, -1), edgeWord(at, reach, 1)]

  const indexes = Array.from({ length: lastWord - firstWord + 1 }, (_, i) => firstWord + i)
  const words = yield* ask(...indexes.map((index) => bitmap(pool, index)))
  const initialised = words.flatMap((bits, i) => ticksOf(bits, (firstWord + i) * 256, spacing))
  // one more a side than wanted: whether there is one decides how far the ticks are known
  const most = reach.maxTicks + 1
  const below = initialised.filter((one) => one <= tick).slice(-most)
  const above = initialised.filter((one) => one > tick).slice(0, most)

  const wanted = [...below.toReversed(), ...above]
  const nets = yield* ask(...wanted.map((one) => liquidityNet(pool, one)))
  const listed = wanted.map((one, i): ListedTick => [one, nets[i] as bigint])
  if (inRange === 0n && listed.length === 0) return undefined
  const seen: SeenConcentrated = {
    kind: 3,
    sqrtPriceX96: price,
    tick,
    liquidity: inRange,
    tickSpacing: spacing,
    cut: false,
    low: Math.max(firstWord * 256 * spacing, minTick),
    high: Math.min((lastWord + 1) * 256 * spacing - 1, maxTick),
    below: listed.slice(0, below.length),
    above: listed.slice(below.length),
  }
  return concentratedRecord(seen, reach.maxTicks)
}

/** The last bitmap word within reach downwards (-1) or upwards (1). */
function edgeWord(at: { compressed: number; spacing: number }, reach: TickReach, way: -1 | 1): number {
  const furthest = Math.min(Math.max(at.compressed * at.spacing + way * reach.range, minTick), maxTick)
  const byRange = Math.floor(furthest / at.spacing) >> 8
  const byWords = (at.compressed >> 8) + way * reach.maxWords
  return way < 0 ? Math.max(byRange, byWords) : Math.min(byRange, byWords)
}

/** The initialised ticks of one word, ascending. */
function ticksOf(bits: bigint, firstCompressed: number, spacing: number): number[] {
  const ticks: number[] = []
  for (let rest = bits, bit = 0; rest > 0n; rest >>= 1n, bit++) {
    if (rest & 1n) ticks.push((firstCompressed + bit) * spacing)
  }
  return ticks
}
