/** Reads a pair at one block and hears whether it says of some trades what we say: by the lens at once, call by call in two rounds. */
import { getTime } from '#amm/clock'
import { type BinRecord, type BinSaying, binProbes } from '#domain/bin-questions'
import { numberFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Extent, LensRecord, Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { type Address, amount } from '#domain/units'
import { getActiveId, getBin, getNextBin, getRules, getSwapOut, getTokenX, getVolatility, hasSwapHooks } from './abi.ts'
import { lastBin, type State, type Volatility } from './state.ts'
import { swap } from './swap.ts'

/** Bins on each side of the price. */
export const reach: Readonly<Record<Extent, number>> = { usual: 40, wide: 120, whole: 300 }

/** @throws LeftOut where hooks take part, or the pair says something else of a trade than we do */
export function* load(pool: Pool, extent: Extent = 'usual'): Reading<State | undefined> {
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
  const [from, to] = [Math.max(1, activeId - reach[extent]), Math.min(lastBin - 1, activeId + reach[extent])]
  const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [below, above, ...bins] = yield* ask(
    getNextBin(address, true, from),
    getNextBin(address, false, to),
    ...ids.map((id) => getBin(address, id)),
  )
  const held = bins.filter(([, x, y]) => x > 0n || y > 0n)
  const said = { tokenX, activeId, rules, volatility, time, hasHooks, sayings, bins: held }
  return stateOf(pool, { ...said, ...knownBetween([from, to], [below, above]) })
}

/** As {@link load}, of what the lens saw. */
export function seen(record: LensRecord, pool: Pool): State | undefined {
  if (record.kind !== 4) throw new RangeError(`a record of kind ${record.kind} for a pair of bins`)
  const { address } = pool
  const { time, sayings, bins, from, to } = record
  const next = [record.nextBelow, record.nextAbove].map(getNextBin(address, true, from).decode)
  return stateOf(pool, {
    ...{ time, sayings, bins },
    activeId: getActiveId(address).decode(record.active),
    tokenX: getTokenX(address).decode(record.tokenX),
    rules: getRules(address).decode(record.rules),
    volatility: getVolatility(address).decode(record.volatility),
    hasHooks: hasSwapHooks(address).decode(record.hooks),
    ...knownBetween([from, to], next),
  })
}

/** Up to the ends where there is nothing behind what was read. */
function knownBetween([from, to]: readonly [number, number], [below = 0, above = 0]: readonly number[]) {
  const isEnd = (id: number) => id === 0 || id === lastBin
  return { knownFrom: isEnd(below) ? 0 : from, knownTo: isEnd(above) ? lastBin : to }
}

interface Said extends Pick<State, 'activeId' | 'rules' | 'bins' | 'knownFrom' | 'knownTo'> {
  readonly tokenX: Address
  readonly volatility: Omit<Volatility, 'age'> & { readonly since: bigint }
  readonly time: bigint
  readonly hasHooks: boolean
  readonly sayings: BinRecord['sayings']
}

function stateOf(
  pool: Pool,
  { tokenX, volatility: { since, ...moved }, time, hasHooks, sayings, ...rest }: Said,
): State | undefined {
  if (hasHooks) throw new LeftOut('hooks')
  if (rest.bins.length === 0) return undefined
  const state: State = {
    binStep: numberFact(pool, 'binStep'),
    xIndex: pool.tokens.indexOf(tokenX),
    volatility: { ...moved, age: time - since },
    ...rest,
  }
  if (!binProbes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new LeftOut('unmodelled')
  return state
}

/** What a pair has to leave of an input, what reaches bins that were not read and what nobody heard says nothing against us. */
function agrees(
  state: State,
  { amountIn, sellsX }: (typeof binProbes)[number],
  said: BinSaying | 'refused' | 'unheard' = 'refused',
): boolean {
  const from = sellsX ? state.xIndex : 1 - state.xIndex
  const ours = swap(state, { from, to: 1 - from, amountIn: amount(amountIn) })
  if (ours === 'unknown' || said === 'unheard') return true
  if (ours === 'refused') return said === 'refused' || said.left > 0n || said.out === 0n
  return said !== 'refused' && said.left === 0n && said.out === ours.out
}
