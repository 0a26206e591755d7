/** The search for the best support: starts, climbs, ruins, and a larger core where tokens outside it might pay. */
import { movedTo, resumed } from './carry.ts'
import { climb } from './climb.ts'
import { climbTries, explore, finish, manyLegs } from './explore.ts'
import { type Found, type Searched, tokensOf, tokensOfLegs } from './found.ts'
import { bestChains } from './labels.ts'
import { tokensWorthAdding } from './outside.ts'
import { openWork, type Room, workOver } from './room.ts'
import { ruinAndRecreate } from './ruin.ts'
import { startsOf, supportOf } from './start.ts'
import type { Work } from './support.ts'
import type { Task } from './task.ts'

/** Of the amount: so little that prices hardly move. */
const probe = 1e-3
const mostRounds = 2
/** From where another search ended only so many supports are valued for ruins. */
const warmTries = 60

/**
 * Anew: `undefined` where no way leads from the sold to the bought token.
 * @param extra tokens that an earlier search for the pair wanted
 */
export function search(room: Room, task: Task, extra: readonly number[] = []): Searched | undefined {
  const work = openReachable(room, task, extra)
  const { chains, first } = startsOf(work)
  if (first.length === 0) return undefined
  let at: Searched = { core: work.core, chains, extra, support: finish(work, explore(work, first)) }
  for (let round = 0; round < mostRounds; round += 1) {
    const wider = widened(room, at)
    if (wider === undefined) break
    at = wider
  }
  return at
}

/**
 * What was found for the same pair before, for another amount or a block ago, as far as it serves: `undefined` where it
 * does not any more. Nothing is searched.
 */
export function resume(room: Room, task: Task, last: Found): Searched | undefined {
  const wanted = [...new Set([...tokensOfLegs(room.ground.book, last), ...last.extra])]
  for (const open of [openWork, openReachable]) {
    const work = open(room, task, wanted)
    const support = resumed(work, last)
    if (support !== undefined) return { core: work.core, chains: [], extra: last.extra, support }
  }
  return undefined
}

/** The search from there, without the restarts that a first one takes. */
export const goOn = (room: Room, at: Searched): Searched => ruinOn(room, climbOn(room, at))

/** From there upwards, and from the best undivided way. */
export function climbOn(room: Room, { core, support: start, extra }: Searched): Searched {
  const work = workOver(room, core)
  const { amount, limits } = core.task
  const legs = limits.maxLegs
  const climbLimits = { legs, tries: climbTries, inBatches: legs > manyLegs }
  let support = climb(work, start, climbLimits)
  const hops = Math.min(limits.maxHops, legs)
  const chains = bestChains(room.ground, core, { amount, hops, count: 1, above: support.value })
  const [chain] = chains
  if (chain !== undefined) support = climb(work, supportOf(work, chain, amount), climbLimits)
  return { core, chains, extra, support }
}

/** One look at each leg: whether there is something better without it. Takes longer than the climb, and seldom finds anything. */
export function ruinOn(room: Room, at: Searched): Searched {
  const { core, support } = at
  const legs = core.task.limits.maxLegs
  const limits = { legs, passes: 1, end: warmTries, isQuick: true }
  return { ...at, support: ruinAndRecreate(workOver(room, core), support, limits) }
}

/**
 * Where pools disagree much, ways round in circles promise a price that no route reaches, and set the bar for edges too
 * high: then again, by what an undivided way reaches.
 */
function openReachable(room: Room, task: Task, extra: readonly number[]): Work {
  const work = openWork(room, task, extra)
  if (work.core.leastPrice === 0) return work
  const { amount, limits } = task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const [chain] = bestChains(room.ground, work.core, { amount: amount * probe, hops, count: 1 })
  const price = chain?.edges.reduce((product, { spot }) => product * spot, 1) ?? 0
  return price < work.core.leastPrice ? openWork(room, task, extra, price) : work
}

/** The same over a core with tokens that might pay; `undefined` where there are none. */
function widened(room: Room, { core, support, chains, extra }: Searched): Searched | undefined {
  const missing = tokensWorthAdding(room.ground, core, support, room.field).filter((token) => !extra.includes(token))
  if (missing.length === 0) return undefined
  const wanted = [...new Set([...tokensOf({ core, support }), ...extra, ...missing])]
  const work = openWork(room, core.task, wanted)
  const moved = movedTo(work, core, support)
  if (moved === undefined) return undefined
  return { core: work.core, chains, extra: wanted, support: finish(work, explore(work, [moved])) }
}
