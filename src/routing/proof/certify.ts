import { f64 } from '#math/typed'
import type { Task } from '#routing/index/task'
import type { Incumbent, PricedLegs } from '#routing/search/incumbent'
import { boundByBranches } from './branches.ts'
import { boundByClasses } from './class-bound.ts'
import { getExtendedPrices } from './extend-prices.ts'
import { boundByLegs, type LegBound } from './leg-bound.ts'
import { boundByLegBranches } from './leg-branches.ts'
import { type ProofState, type ProofWorkspace, prove } from './proof-state.ts'
import { createShortfalls, doGainsFormPath, minPathShortfall } from './shortfall.ts'
import { type DualProof, tightenUpperBound } from './tighten-upper-bound.ts'
import { certifyTuning } from './tuning.ts'

export interface Certificate {
  /** Upper bound on the output of any route net of gas, in smallest units of the output token; rounded up. */
  readonly upperBound: number
  /** What gave the bound: prices, classes of routes with few legs, branch and bound over pools, or the leg limit. */
  readonly boundBy: 'dual' | 'classes' | 'branches' | 'legs'
  /** The bound without the leg limit. */
  readonly boundWithoutLegLimit: number
  /** The bound before branching: comparable from block to block, since only a first proof branches. */
  readonly rootBound: number
  /** Whether bounding by classes of routes has tightened it. */
  readonly byClasses: boolean
  readonly prices: ReadonlyMap<number, number>
  readonly legs: PricedLegs | undefined
}

const { maxClassLegs, smallTableEdges, minClassGap, tightGap, minBranchGap, minLegGap, minGasFreeGap } = certifyTuning
/** Part of the bound that floats may have lost; another smallest unit is added. */
const roundingMargin = 1e-9

/**
 * Proves how far a route can be from the best, over all pools of the market.
 *
 * The bound holds for routes without cycles, of at most six hops, that use each pool in one leg (pools of more than two
 * tokens: in several, as long as these give no more together than all directions of the pool alone). Gas is a lower
 * estimate: every leg costs its pool's minimum, intermediate legs less what passing on saves. A pool known only in part
 * counts with that part. Limits on hops and splits are ignored: they only reduce the set of routes.
 *
 * @returns `undefined` if nothing can be proven: the bound is not finite, or no path leaves the input token
 */
export function certify(workspace: ProofWorkspace, task: Task, found: Incumbent): Certificate | undefined {
  const certificate = prove(workspace, task, found, (state) => buildCertificate(workspace, state))
  if (certificate === undefined || !needsGasFreeBound(certificate, task, found)) return certificate
  return tightenWithoutGas(workspace, task, { ...found, proven: certificate }, certificate)
}

/** Whether a gap is so wide that the prices which a bound with gas needs were probably not found. */
const needsGasFreeBound = ({ upperBound }: Certificate, { gasValue }: Task, { net, proven }: Incumbent): boolean =>
  gasValue > 0 && proven === undefined && upperBound > net * (1 + minGasFreeGap)

/**
 * The certificate with the bound at a gas price of 0 if that is lower: no route gains by a higher price of gas. Where many
 * pools differ by less than their gas, prices that prove a bound with gas are hard to find, those without are not.
 */
function tightenWithoutGas(
  workspace: ProofWorkspace,
  task: Task,
  found: Incumbent,
  certificate: Certificate,
): Certificate {
  const free = prove(workspace, { ...task, gasValue: 0 }, found, (state) => buildCertificate(workspace, state))
  if (free === undefined || free.upperBound >= certificate.upperBound) return certificate
  const boundWithoutLegLimit = Math.min(certificate.boundWithoutLegLimit, free.boundWithoutLegLimit)
  return { ...certificate, upperBound: free.upperBound, boundBy: free.boundBy, boundWithoutLegLimit }
}

function buildCertificate(workspace: ProofWorkspace, start: ProofState): Certificate | undefined {
  const { found, scope } = start
  const enough = found.net * (1 + tightGap)
  const proven = tightenUpperBound(start, enough)
  const dual = proven.spread.bound <= enough ? proven.spread.bound : subtractShortfall(workspace, proven)
  const byClass = needsClassBound(start, dual) ? (boundByClasses(proven.work, dual) ?? dual) : dual
  const whole = Math.min(dual, byClass)
  const isFull = found.legs.length >= scope.task.limits.maxLegs - 1
  const isAsked = found.proven === undefined && !isFull && whole > found.net * (1 + minBranchGap)
  const asked = isAsked ? tightenByBranches(proven, found) : whole
  const boundWithoutLegLimit = Math.min(whole, asked)
  const legs = isFull && boundWithoutLegLimit > enough ? boundByLegs(proven.work, boundWithoutLegLimit) : undefined
  const [boundBy, upperBound] = findMinBound([
    ['dual', dual],
    ['classes', byClass],
    ['branches', asked],
    ['legs', legs === undefined ? boundWithoutLegLimit : tightenByLegBranches(proven, legs)],
  ])
  if (!Number.isFinite(upperBound + boundWithoutLegLimit)) return undefined
  const { core, prices } = proven.work
  return {
    upperBound: roundOutward(upperBound),
    boundBy,
    boundWithoutLegLimit: roundOutward(boundWithoutLegLimit),
    rootBound: roundOutward(legs?.bound ?? whole),
    byClasses: byClass < dual,
    prices: new Map(core.tokens.map((token, place) => [token, f64(prices, place)])),
    legs,
  }
}

type Bound = readonly [Certificate['boundBy'], number]

/** The first of the smallest bounds. */
const findMinBound = (bounds: readonly [Bound, ...Bound[]]): Bound =>
  bounds.reduce((min, bound) => (bound[1] < min[1] ? bound : min))

/**
 * Whether classes may tighten the bound. If they did not a block ago they do not now, and take as long as all the rest.
 */
function needsClassBound({ found, scope }: ProofState, dual: number): boolean {
  const few = scope.index.book.edges <= smallTableEdges ? maxClassLegs.small : maxClassLegs.large
  const mayHelp = found.proven?.byClasses ?? true
  return mayHelp && found.legs.length <= few && dual > found.net * (1 + minClassGap)
}

function tightenByBranches({ work }: DualProof, { net }: Incumbent): number {
  const { bound } = getExtendedPrices(work)
  return boundByBranches(work, bound, net * (1 + tightGap))
}

function tightenByLegBranches({ work }: DualProof, legs: LegBound): number {
  const { net, proven } = work.found
  if (proven !== undefined || !(legs.bound > net * (1 + minLegGap))) return legs.bound
  return boundByLegBranches(work, legs, { min: net * (1 + tightGap), enough: net * (1 + minLegGap) })
}

function subtractShortfall(workspace: ProofWorkspace, { work, spread }: DualProof): number {
  if (doGainsFormPath(work.scope, spread.surpluses)) return spread.bound
  const { bound } = getExtendedPrices(work)
  const shortfalls = createShortfalls(workspace.shortfalls, work.scope, workspace.prices)
  const radius = Math.max(0, bound - work.found.net)
  return Math.min(spread.bound, bound - minPathShortfall(workspace.dijkstra, work.scope, shortfalls, radius))
}

const roundOutward = (bound: number) => bound + Math.abs(bound) * roundingMargin + 1
