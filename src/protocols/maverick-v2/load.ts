/** Reads a pool at one block by Maverick's lens, and hears whether it makes of every tick what we make of it. */
import { addressFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Extent, Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { unlessRefused } from '#math/unless-refused'
import { getSpacing, getTicks, type Seen, scalesOf } from './abi.ts'
import { meanRange } from './movement.ts'
import { mostTicks, type State } from './state.ts'
import { depthOf, edgesOf } from './tick-math.ts'

/** Ticks on each side of the active one. */
export const reach: Readonly<Record<Extent, number>> = { usual: 100, wide: 200, whole: mostTicks }

/** @throws LeftOut where a tick's prices or its liquidity are other than we make them */
export function* load(pool: Pool, extent: Extent = 'usual'): Reading<State | undefined> {
  const { address, venue } = pool
  const [seen, spacing, ...scales] = yield* ask(
    getTicks(addressFact(venue, 'lens'), address, reach[extent]),
    getSpacing(address),
    ...scalesOf(address),
  )
  const { reserves, mean, lastPrice, activeTick, protocolShare, feesE18, ticks } = seen
  if (ticks.length === 0) return undefined
  if (!agrees(seen, spacing)) throw new LeftOut('unmodelled')
  return {
    ...{ spacing, feesE18, protocolShare, scales, reserves, activeTick },
    mean: meanRange(mean, lastPrice),
    ticks: ticks.map(({ tick }) => tick),
    knownFrom: activeTick - reach[extent],
    knownTo: activeTick + reach[extent],
    stirred: false,
  }
}

/** Whether all that the lens works out of what ticks hold is ours. */
function agrees({ ticks, activeTick, price }: Seen, spacing: number): boolean {
  return ticks.every(({ tick: [id, a, b], liquidity, ...said }) => {
    const ours = unlessRefused(() => {
      const edges = edgesOf(spacing, id)
      return { ...edges, ...depthOf(a, b, edges) }
    })
    const isPriced = id !== activeTick || ours?.price === price
    return isPriced && ours?.liquidity === liquidity && ours.lower === said.lower && ours.upper === said.upper
  })
}
