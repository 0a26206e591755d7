/** Reads a pool at one block by Maverick's lens, and compares the lens's values of every tick with ours. */

import { ask, type Reading } from '#domain/calls/reads'
import { addressFact } from '#domain/pools/facts'
import type { Extent, Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { getScales, getSpacing, getTicks, type MaverickReading } from './abi.ts'
import { computeMeanRange } from './movement.ts'
import { type MaverickState, maxTicks } from './state.ts'
import { computeDepth, computeEdges } from './tick-math.ts'

/** Ticks on each side of the active one. */
export const ticksPerSide: Readonly<Record<Extent, number>> = { usual: 100, wide: 200, whole: maxTicks }

/** @throws PoolSkippedError if a tick's prices or liquidity differ from ours */
export function* load(pool: Pool, extent: Extent = 'usual'): Reading<MaverickState | undefined> {
  const { address, venue } = pool
  const [seen, spacing, ...scales] = yield* ask(
    getTicks(addressFact(venue, 'lens'), address, ticksPerSide[extent]),
    getSpacing(address),
    ...getScales(address),
  )
  const { reserves, mean, lastPrice, activeTick, protocolShare, feesE18, ticks } = seen
  if (ticks.length === 0) return undefined
  if (!agrees(seen, spacing)) throw new PoolSkippedError('unmodelled')
  return {
    ...{ spacing, feesE18, protocolShare, scales, reserves, activeTick },
    mean: computeMeanRange(mean, lastPrice),
    ticks: ticks.map(({ tick }) => tick),
    knownFrom: activeTick - ticksPerSide[extent],
    knownTo: activeTick + ticksPerSide[extent],
    stirred: false,
  }
}

/** True if all values that the lens computes from the ticks' reserves equal ours. */
function agrees({ ticks, activeTick, price }: MaverickReading, spacing: number): boolean {
  return ticks.every(({ tick: [id, a, b], liquidity, ...said }) => {
    const ours = undefinedOnRangeError(() => {
      const edges = computeEdges(spacing, id)
      return { ...edges, ...computeDepth(a, b, edges) }
    })
    const isPriced = id !== activeTick || ours?.price === price
    return isPriced && ours?.liquidity === liquidity && ours.lower === said.lower && ours.upper === said.upper
  })
}
