import { itemAt } from '#domain/item-at'
import { feeTierLookup } from '#domain/pools/fee-tier-lookup'
import type { BinAccess, Extent, Pool, TickAccess, TickLookup, Tier, Venue } from '#domain/pools/protocol'
import { reaches, type TickReach } from '#domain/pools/tick-reach'
import { type TickLocation, uniswapSelectors } from '#domain/pools/tick-selectors'
import type { Address, Hex } from '#domain/units'

/** What the lens reads: pairs with two reserves, pools with ticks, pools of bins. */
export type LensKind = 2 | 3 | 4

export type LensAccess = TickAccess & Partial<Pick<BinAccess, 'bins' | 'reach'>>

/** A known pool; `known` if its ticks were read before within these bounds. */
export interface LensPool {
  readonly kind: LensKind
  readonly pool: Pool
  /** Absent if it has Uniswap v3's getters. */
  readonly access?: LensAccess
  readonly known?: { readonly from: number; readonly to: number }
}

export interface LensVenue {
  readonly kind: LensKind
  readonly venue: Venue
  readonly access?: LensAccess
}

/** The work of one lens call: the pools of `venues` between `pairs`, then `pools`. */
export interface LensTask {
  readonly reach: TickReach
  readonly tokens: readonly Address[]
  readonly venues: readonly LensVenue[]
  /** Indexes into `tokens`. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly pools: readonly LensPool[]
}

/** Limits of the answer: see `contracts/lens/Lens.yul`, which this encodes for. */
export interface LensLimits {
  readonly revert: boolean
  /** Bytes. */
  readonly outLimit: number
  /** The first item to read. */
  readonly start: number
}

const fromPrice = -(2 ** 23)

/** The lens' input as hex digits without `0x`. */
export function encodeLensInput(work: LensTask, { revert, outLimit, start }: LensLimits): string {
  const { reach, tokens, venues, pairs, pools } = work
  // the first style also serves everything without ticks
  const styles = new Map([[encodeAccess({}, reach), 0]])
  const style = (asking: LensAccess, place?: TickLocation) => indexOf(encodeAccess(asking, reach, place))
  const indexOf = (style: string) => {
    if (!styles.has(style)) styles.set(style, styles.size)
    return encodeUint(styles.get(style) ?? 0, 1)
  }
  const makers = venues.map((one) => {
    const candidates = tiersOf(one).map(({ argument }) => encodeInt24(argument))
    const selector = one.kind === 2 ? '' : stripHexPrefix(lookupOf(one).selector)
    return [
      encodeUint(one.kind, 1) + style(one.access ?? {}) + stripHexPrefix(one.venue.factory) + selector.padStart(8, '0'),
      encodeUint(candidates.length, 1),
      ...candidates,
    ].join('')
  })
  const known = pools.map(({ kind, pool, access: asking = {}, known: bounds }) => {
    const place = asking.locate?.(pool)
    const to = stripHexPrefix(place?.to ?? pool.address)
    const within = encodeInt24(bounds?.from ?? fromPrice) + encodeInt24(bounds?.to ?? fromPrice)
    return encodeUint(kind, 1) + style(asking, place) + to + within + stripHexPrefix(place?.key ?? '0x')
  })
  return [
    encodeUint(revert ? 1 : 0, 1),
    encodeUint(reach.maxTicks, 2),
    encodeUint(reach.maxWords, 2),
    encodeUint(reach.range, 3),
    encodeUint(outLimit, 4),
    encodeUint(0, 4),
    encodeUint(start, 4),
    encodeUint(tokens.length, 1),
    ...tokens.map(stripHexPrefix),
    encodeUint(styles.size, 1),
    ...styles.keys(),
    encodeUint(makers.length, 1),
    ...makers,
    encodeUint(pairs.length, 2),
    ...pairs.map(([a, b]) => encodeUint(a, 1) + encodeUint(b, 1)),
    encodeUint(known.length, 2),
    ...known,
  ].join('')
}

/** How a pool is read, 40 bytes. */
function encodeAccess(
  { selectors: questions = uniswapSelectors, bins, ...asking }: LensAccess,
  reach: TickReach,
  place?: TickLocation,
): string {
  if (bins !== undefined) {
    const { tokenX, active, rules, volatility, hooks, bin, next, swapOut } = bins
    const selectors = [tokenX, active, rules, volatility, hooks, bin, next, swapOut]
    return packSelectors(selectors, asking.reach?.[extentOf(reach)] ?? 0, 0)
  }
  const { price, liquidity, bitmap, tick, spacing, list, more = [], inSwap } = questions
  const [asked, given] = typeof spacing === 'number' ? [undefined, spacing] : [spacing, 0]
  const selectors = [price, liquidity, bitmap, tick, place ? undefined : asked, list?.below, list?.above, ...more]
  return packSelectors(selectors, place?.spacing ?? given, (place ? 1 : 0) + (inSwap ? 2 : 0))
}

function extentOf({ maxTicks }: TickReach): Extent {
  if (maxTicks <= reaches.usual.maxTicks) return 'usual'
  return maxTicks <= reaches.wide.maxTicks ? 'wide' : 'whole'
}

const packSelectors = (selectors: readonly (Hex | undefined)[], spacing: number, flags: number): string =>
  Array.from({ length: 9 }, (_, i) => stripHexPrefix(selectors[i] ?? '0x00000000')).join('') +
  encodeInt24(spacing) +
  encodeUint(flags, 1)

const lookupOf = ({ access: asking }: LensVenue): TickLookup => asking?.lookup ?? feeTierLookup

/** The arguments for a venue's factory; a kind 2 factory is called once, without one. */
export const tiersOf = (one: LensVenue): readonly Tier[] =>
  one.kind === 2 ? [{ argument: 0, feePpm: one.venue.feesPpm[0] ?? 0 }] : lookupOf(one).tiers(one.venue)

/** The number of items of a task; the lens counts by it. */
export const countItems = ({ venues, pairs, pools }: LensTask): number =>
  pairs.length * venues.reduce((sum, venue) => sum + tiersOf(venue).length, 0) + pools.length

/** The pool at `address` that item `item` of a task found; `undefined` if there is no such item. */
export function findPoolOfItem(work: LensTask, item: number, address: Address): LensPool | undefined {
  const perPair = work.venues.flatMap((one) => tiersOf(one).map((tier) => ({ ...one, tier })))
  const direct = item - work.pairs.length * perPair.length
  if (direct >= 0) return work.pools[direct]
  const pair = work.pairs[Math.floor(item / perPair.length)]
  const candidate = perPair[item % perPair.length]
  if (pair === undefined || candidate === undefined) return undefined
  const tokens = pair.map((index) => itemAt(work.tokens, index)).sort()
  const { venue, tier, ...how } = candidate
  const { argument: _, ...told } = tier
  return { ...how, pool: { venue, address, tokens, ...told } }
}

const stripHexPrefix = (text: string): string => text.slice(2)

function encodeUint(n: number, bytes: number): string {
  if (!Number.isInteger(n) || n < 0 || n >= 2 ** (8 * bytes)) throw new RangeError(`${n} does not fit ${bytes} bytes`)
  return n.toString(16).padStart(2 * bytes, '0')
}

function encodeInt24(n: number): string {
  if (n < -(2 ** 23) || n >= 2 ** 23) throw new RangeError(`${n} does not fit 24 bits`)
  return encodeUint(n < 0 ? n + 2 ** 24 : n, 3)
}
