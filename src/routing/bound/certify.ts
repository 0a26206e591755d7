import { f64 } from '#math/typed'
import type { Found, PricedLegs } from '#routing/search/found'
import type { Task } from '#routing/search/task'
import { boundByBranches } from './branches/branches.ts'
import { boundByClasses } from './class-bound.ts'
import { isConnected, leastOfOneWay } from './completion.ts'
import { lowerBound, type Proven } from './dual-bound.ts'
import { boundByLegs } from './leg-bound.ts'
import { openShortfalls } from './shortfall.ts'
import { shownPrices } from './spread.ts'
import { closeWork, openWork, type ProofRoom, type Work } from './work.ts'

export interface Certificate {
  /** No route gives more net of gas, in smallest units of the bought token; rounded outward. */
  readonly upperBound: number
  /** By prices, by kinds of routes with few legs, by questions of single pools, or by the limit of legs. */
  readonly boundBy: 'dual' | 'classes' | 'branches' | 'legs'
  /** The bound without the limit of legs. */
  readonly uncapped: number
  /** The same before questions of single pools: what is comparable from block to block, as only a first proof puts them. */
  readonly unasked: number
  /** Whether kinds of routes have lowered it. */
  readonly byClasses: boolean
  readonly prices: ReadonlyMap<number, number>
  readonly legs: PricedLegs | undefined
}

/** Routes of up to so many legs are also bounded by what kind of route they are; in large books, where that takes long, fewer. */
const fewLegs = { small: 6, large: 2 } as const
const smallBook = 4_096
/** Of the net output: a bound further than this from it is tried to be made smaller by kinds of routes. */
const worthClasses = 1e-6
/** What floats may have lost, as part of the bound; another smallest unit is added. */
const outward = 1e-9
/** Of the net output: a bound this near to it is not worth making smaller. */
const tight = 1e-8
/** The same where it takes questions of single pools. None are put where a proof goes on from an earlier one: they take longer than all the rest. */
const worthBranches = 2e-6

/**
 * Proves how far a route can be from the best, over all pools of the book.
 *
 * The bound is over routes without circles, of at most six hops, that use each pool in one leg (of pools of more than
 * two tokens: in several, as far as these give no more together than all directions of the pool alone). Gas counts from
 * below: every leg at the least its pool takes, legs between less what passing on saves. A pool of which only a part is
 * known counts with that part. Limits of hops and splits only make routes fewer; they are left out.
 *
 * `undefined` where nothing can be said: no floats to say it in, or a sold token that leads nowhere.
 */
export function certify(room: ProofRoom, task: Task, found: Found): Certificate | undefined {
  const work = openWork(room, task, found)
  if (work === undefined) return undefined
  const certificate = certificateFrom(room, work)
  closeWork(work)
  return certificate
}

function certificateFrom(room: ProofRoom, start: Work): Certificate | undefined {
  const { found, scope } = start
  const enough = found.net * (1 + tight)
  const proven = lowerBound(start, enough)
  const dual = proven.spread.bound <= enough ? proven.spread.bound : lessCompletion(room, proven)
  const byClass = mayBeOfFewLegs(start, dual) ? (boundByClasses(proven.work, dual) ?? dual) : dual
  const whole = Math.min(dual, byClass)
  const isFull = found.legs.length >= scope.task.limits.maxLegs - 1
  const isAsked = found.proven === undefined && !isFull && whole > found.net * (1 + worthBranches)
  const asked = isAsked ? branched(proven, found) : whole
  const uncapped = Math.min(whole, asked)
  const legs = isFull && uncapped > enough ? boundByLegs(proven.work, uncapped) : undefined
  const [boundBy, upperBound] = leastOf([
    ['dual', dual],
    ['classes', byClass],
    ['branches', asked],
    ['legs', legs?.bound ?? uncapped],
  ])
  if (!Number.isFinite(upperBound + uncapped)) return undefined
  const { core, prices } = proven.work
  return {
    upperBound: roundedOut(upperBound),
    boundBy,
    uncapped: roundedOut(uncapped),
    unasked: roundedOut(isFull ? upperBound : whole),
    byClasses: byClass < dual,
    prices: new Map(core.tokens.map((token, place) => [token, f64(prices, place)])),
    legs,
  }
}

type Bound = readonly [Certificate['boundBy'], number]

/** The first of those that are least. */
const leastOf = (bounds: readonly [Bound, ...Bound[]]): Bound =>
  bounds.reduce((least, bound) => (bound[1] < least[1] ? bound : least))

/** Whether kinds of routes may lower the bound. Where they did not a block ago they do not now, and take as long as all the rest. */
function mayBeOfFewLegs({ found, scope }: Work, dual: number): boolean {
  const few = scope.ground.book.edges <= smallBook ? fewLegs.small : fewLegs.large
  const mayHelp = found.proven?.byClasses ?? true
  return mayHelp && found.legs.length <= few && dual > found.net * (1 + worthClasses)
}

function branched({ work }: Proven, { net }: Found): number {
  const { bound } = shownPrices(work)
  return boundByBranches(work, bound, net * (1 + tight))
}

function lessCompletion(room: ProofRoom, { work, spread }: Proven): number {
  if (isConnected(work.scope, spread.surpluses)) return spread.bound
  const { bound } = shownPrices(work)
  const shortfalls = openShortfalls(room.shortfalls, work.scope, room.prices)
  const radius = Math.max(0, bound - work.found.net)
  return Math.min(spread.bound, bound - leastOfOneWay(room.ways, work.scope, shortfalls, radius))
}

const roundedOut = (bound: number) => bound + Math.abs(bound) * outward + 1
