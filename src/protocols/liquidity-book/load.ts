/** Reads a pair at one block, its bins around the price in a second round, and hears whether it says of some trades what we say. */
import { getTime } from '#amm/clock'
import { numberFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Extent, Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { amount } from '#domain/units'
import {
  getActiveId,
  getBin,
  getNextBin,
  getRules,
  getSwapOut,
  getTokenX,
  getVolatility,
  hasSwapHooks,
  type Saying,
} from './abi.ts'
import { lastBin, type State } from './state.ts'
import { swap } from './swap.ts'

/** Bins on each side of the price. */
const reach: Readonly<Record<Extent, number>> = { usual: 40, whole: 400 }
/** Smallest units of either token: some inside a bin, some through many or all. */
const probes = [10n ** 5n, 10n ** 12n, 10n ** 19n].flatMap((amountIn) =>
  [true, false].map((sellsX) => ({ amountIn, sellsX })),
)

/** @throws LeftOut where hooks take part, or the pair says something else of a trade than we do */
export function* load(pool: Pool, extent: Extent = 'usual'): Reading<State | undefined> {
  const { address, tokens } = pool
  const [tokenX, activeId, rules, { since, ...moved }, time, hasHooks, ...sayings] = yield* ask(
    getTokenX(address),
    getActiveId(address),
    getRules(address),
    getVolatility(address),
    getTime,
    hasSwapHooks(address),
    ...probes.map(({ amountIn, sellsX }) => getSwapOut(address, amountIn, sellsX)),
  )
  if (hasHooks) throw new LeftOut('hooks')
  const [from, to] = [Math.max(1, activeId - reach[extent]), Math.min(lastBin - 1, activeId + reach[extent])]
  const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [below, above, ...bins] = yield* ask(
    getNextBin(address, true, from),
    getNextBin(address, false, to),
    ...ids.map((id) => getBin(address, id)),
  )
  const isEnd = (id: number) => id === 0 || id === lastBin
  const state: State = {
    binStep: numberFact(pool, 'binStep'),
    xIndex: tokens.indexOf(tokenX),
    activeId,
    rules,
    volatility: { ...moved, age: time - since },
    bins: bins.filter(([, x, y]) => x > 0n || y > 0n),
    knownFrom: isEnd(below) ? 0 : from,
    knownTo: isEnd(above) ? lastBin : to,
  }
  if (state.bins.length === 0) return undefined
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new LeftOut('unmodelled')
  return state
}

/** What a pair has to leave of an input, and what reaches bins that were not read, says nothing against us. */
function agrees(state: State, { amountIn, sellsX }: (typeof probes)[number], said: Saying | undefined): boolean {
  const from = sellsX ? state.xIndex : 1 - state.xIndex
  const ours = swap(state, { from, to: 1 - from, amountIn: amount(amountIn) })
  if (ours === 'unknown') return true
  if (ours === 'refused') return said === undefined || said.left > 0n || said.out === 0n
  return said?.left === 0n && said.out === ours.out
}
