/**
 * Reads a pair at one block and compares its quotes of some trades with ours: by the lens at once, call by call in two
 * rounds.
 */
import { getTime } from '#amm/clock'
import { ask, type Reading } from '#domain/calls/reads'
import { type BinProbeAnswer, type BinRecord, binProbes } from '#domain/pools/bin-selectors'
import { numberFact } from '#domain/pools/facts'
import type { Extent, LensRecord, Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Address, amount } from '#domain/units'
import { getActiveId, getBin, getNextBin, getRules, getSwapOut, getTokenX, getVolatility, hasSwapHooks } from './abi.ts'
import { type LiquidityBookState, lastBin, type Volatility } from './state.ts'
import { swap } from './swap.ts'

/** Bins on each side of the price. */
export const binsPerSide: Readonly<Record<Extent, number>> = { usual: 40, wide: 120, whole: 300 }

/** @throws PoolSkippedError if hooks take part, or the pair's quote of a trade differs from ours */
export function* load(pool: Pool, extent: Extent = 'usual'): Reading<LiquidityBookState | undefined> {
  const { address } = pool
  const [tokenX, activeId, rules, volatility, time, hasHooks, ...sayings] = yield* ask(
    getTokenX(address),
    getActiveId(address),
    getRules(address),
    getVolatility(address),
    getTime,
    hasSwapHooks(address),
    ...binProbes.map(({ amountIn, sellsX }) => getSwapOut(address, amountIn, sellsX)),
  )
  // there are no bins at the two ends
  const [from, to] = [
    Math.max(1, activeId - binsPerSide[extent]),
    Math.min(lastBin - 1, activeId + binsPerSide[extent]),
  ]
  const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [below, above, ...bins] = yield* ask(
    getNextBin(address, true, from),
    getNextBin(address, false, to),
    ...ids.map((id) => getBin(address, id)),
  )
  const held = bins.filter(([, x, y]) => x > 0n || y > 0n)
  const said = { tokenX, activeId, rules, volatility, time, hasHooks, sayings, bins: held }
  return toState(pool, { ...said, ...computeKnownRange([from, to], [below, above]) })
}

/** As {@link load}, from a record of the lens. */
export function decodeLensRecord(record: LensRecord, pool: Pool): LiquidityBookState | undefined {
  if (record.kind !== 4) throw new RangeError(`a record of kind ${record.kind} for a pair of bins`)
  const { address } = pool
  const { time, probeAnswers: sayings, bins, from, to } = record
  const next = [record.nextBelow, record.nextAbove].map(getNextBin(address, true, from).decode)
  return toState(pool, {
    ...{ time, sayings, bins },
    activeId: getActiveId(address).decode(record.active),
    tokenX: getTokenX(address).decode(record.tokenX),
    rules: getRules(address).decode(record.rules),
    volatility: getVolatility(address).decode(record.volatility),
    hasHooks: hasSwapHooks(address).decode(record.hooks),
    ...computeKnownRange([from, to], next),
  })
}

/** Extends to the end of all bins if there is nothing beyond what was read. */
function computeKnownRange([from, to]: readonly [number, number], [below = 0, above = 0]: readonly number[]) {
  const isEnd = (id: number) => id === 0 || id === lastBin
  return { knownFrom: isEnd(below) ? 0 : from, knownTo: isEnd(above) ? lastBin : to }
}

interface LiquidityBookReading
  extends Pick<LiquidityBookState, 'activeId' | 'rules' | 'bins' | 'knownFrom' | 'knownTo'> {
  readonly tokenX: Address
  readonly volatility: Omit<Volatility, 'age'> & { readonly since: bigint }
  readonly time: bigint
  readonly hasHooks: boolean
  readonly sayings: BinRecord['probeAnswers']
}

function toState(
  pool: Pool,
  { tokenX, volatility: { since, ...moved }, time, hasHooks, sayings, ...rest }: LiquidityBookReading,
): LiquidityBookState | undefined {
  if (hasHooks) throw new PoolSkippedError('hooks')
  if (rest.bins.length === 0) return undefined
  const older: LiquidityBookState = {
    binStep: numberFact(pool, 'binStep'),
    xIndex: pool.tokens.indexOf(tokenX),
    volatility: { ...moved, age: time - since },
    ...rest,
  }
  // v2.1 does not limit bins. Unless a quote shows that, what only v2.1 takes is refused: that is never a wrong amount.
  const state = [{ ...older, limitsBins: true as const }, older].find((one) =>
    binProbes.every((probe, i) => agrees(one, probe, sayings[i])),
  )
  if (state === undefined) throw new PoolSkippedError('unmodelled')
  return state
}

/** Counts as agreement: input that the pair must leave, a trade that reaches bins not read, and a missing answer. */
function agrees(
  state: LiquidityBookState,
  { amountIn, sellsX }: (typeof binProbes)[number],
  said: BinProbeAnswer | 'refused' | 'unheard' = 'refused',
): boolean {
  const from = sellsX ? state.xIndex : 1 - state.xIndex
  const ours = swap(state, { from, to: 1 - from, amountIn: amount(amountIn) })
  if (ours === 'unknown' || said === 'unheard') return true
  if (ours === 'refused') return said === 'refused' || said.left > 0n || said.out === 0n
  return said !== 'refused' && said.left === 0n && said.out === ours.out
}
