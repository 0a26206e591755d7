import type { BinAsking, Extent, Pool, TickAsking, TickLookup, TickPlace, Tier, Venue } from '#domain/protocol'
import { byFee, uniswapQuestions } from '#domain/tick-questions'
import { reaches, type TickReach } from '#domain/tick-reach'
import type { Address, Hex } from '#domain/units'

/** What the lens reads: pairs with two reserves, pools with ticks, pools of bins. */
export type LensKind = 2 | 3 | 4

export type Asking = TickAsking & Partial<Pick<BinAsking, 'bins' | 'reach'>>

/** A known pool; `known` when its ticks were read before within these bounds. */
export interface LensPool {
  readonly kind: LensKind
  readonly pool: Pool
  /** Absent where it answers as Uniswap v3's. */
  readonly asking?: Asking
  readonly known?: { readonly from: number; readonly to: number }
}

export interface LensVenue {
  readonly kind: LensKind
  readonly venue: Venue
  readonly asking?: Asking
}

/** What one call of the lens looks at: the pools of `venues` between `pairs`, then `pools`. */
export interface LensWork {
  readonly reach: TickReach
  readonly tokens: readonly Address[]
  readonly venues: readonly LensVenue[]
  /** Indexes into `tokens`. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly pools: readonly LensPool[]
}

/** How the answer may look: see `contracts/lens/Lens.yul`, which this packs for. */
export interface LensLimits {
  readonly revert: boolean
  /** Bytes. */
  readonly outLimit: number
  /** The first item to look at. */
  readonly start: number
}

const fromPrice = -(2 ** 23)

/** The lens' input as hex digits without `0x`. */
export function encodeLensInput(work: LensWork, { revert, outLimit, start }: LensLimits): string {
  const { reach, tokens, venues, pairs, pools } = work
  // the first is that of everything without ticks, too
  const styles = new Map([[styleOf({}, reach), 0]])
  const style = (asking: Asking, place?: TickPlace) => indexOf(styleOf(asking, reach, place))
  const indexOf = (style: string) => {
    if (!styles.has(style)) styles.set(style, styles.size)
    return uint(styles.get(style) ?? 0, 1)
  }
  const makers = venues.map((one) => {
    const candidates = tiersOf(one).map(({ argument }) => int24(argument))
    const selector = one.kind === 2 ? '' : digits(lookupOf(one).selector)
    return [
      uint(one.kind, 1) + style(one.asking ?? {}) + digits(one.venue.factory) + selector.padStart(8, '0'),
      uint(candidates.length, 1),
      ...candidates,
    ].join('')
  })
  const known = pools.map(({ kind, pool, asking = {}, known: bounds }) => {
    const place = asking.place?.(pool)
    const to = digits(place?.to ?? pool.address)
    const within = int24(bounds?.from ?? fromPrice) + int24(bounds?.to ?? fromPrice)
    return uint(kind, 1) + style(asking, place) + to + within + digits(place?.key ?? '0x')
  })
  return [
    uint(revert ? 1 : 0, 1),
    uint(reach.maxTicks, 2),
    uint(reach.maxWords, 2),
    uint(reach.range, 3),
    uint(outLimit, 4),
    uint(0, 4),
    uint(start, 4),
    uint(tokens.length, 1),
    ...tokens.map(digits),
    uint(styles.size, 1),
    ...styles.keys(),
    uint(makers.length, 1),
    ...makers,
    uint(pairs.length, 2),
    ...pairs.map(([a, b]) => uint(a, 1) + uint(b, 1)),
    uint(known.length, 2),
    ...known,
  ].join('')
}

/** How a pool is asked, 40 bytes. */
function styleOf(
  { questions = uniswapQuestions, bins, ...asking }: Asking,
  reach: TickReach,
  place?: TickPlace,
): string {
  if (bins !== undefined) {
    const { tokenX, active, rules, volatility, hooks, bin, next, swapOut } = bins
    const selectors = [tokenX, active, rules, volatility, hooks, bin, next, swapOut]
    return packed(selectors, asking.reach?.[extentOf(reach)] ?? 0, 0)
  }
  const { price, liquidity, bitmap, tick, spacing, list, more = [], inSwap } = questions
  const [asked, given] = typeof spacing === 'number' ? [undefined, spacing] : [spacing, 0]
  const selectors = [price, liquidity, bitmap, tick, place ? undefined : asked, list?.below, list?.above, ...more]
  return packed(selectors, place?.spacing ?? given, (place ? 1 : 0) + (inSwap ? 2 : 0))
}

function extentOf({ maxTicks }: TickReach): Extent {
  if (maxTicks <= reaches.usual.maxTicks) return 'usual'
  return maxTicks <= reaches.wide.maxTicks ? 'wide' : 'whole'
}

const packed = (selectors: readonly (Hex | undefined)[], spacing: number, flags: number): string =>
  Array.from({ length: 9 }, (_, i) => digits(selectors[i] ?? '0x00000000')).join('') + int24(spacing) + uint(flags, 1)

const lookupOf = ({ asking }: LensVenue): TickLookup => asking?.lookup ?? byFee

/** What a venue's factory is asked with; a kind 2 factory is asked once, without. */
export const tiersOf = (one: LensVenue): readonly Tier[] =>
  one.kind === 2 ? [{ argument: 0, feePpm: one.venue.feesPpm[0] ?? 0 }] : lookupOf(one).tiers(one.venue)

/** How many items a work has, by which the lens counts. */
export const itemsOf = ({ venues, pairs, pools }: LensWork): number =>
  pairs.length * venues.reduce((sum, venue) => sum + tiersOf(venue).length, 0) + pools.length

/** The pool that item `item` of a work is, when it was found at `address`. `undefined` when there is no such item. */
export function poolOfItem(work: LensWork, item: number, address: Address): LensPool | undefined {
  const perPair = work.venues.flatMap((one) => tiersOf(one).map((tier) => ({ ...one, tier })))
  const direct = item - work.pairs.length * perPair.length
  if (direct >= 0) return work.pools[direct]
  const pair = work.pairs[Math.floor(item / perPair.length)]
  const candidate = perPair[item % perPair.length]
  if (pair === undefined || candidate === undefined) return undefined
  const tokens = pair.map((index) => work.tokens[index] as Address).sort()
  const { venue, tier, ...how } = candidate
  const { argument: _, ...told } = tier
  return { ...how, pool: { venue, address, tokens, ...told } }
}

const digits = (text: string): string => text.slice(2)

function uint(n: number, bytes: number): string {
  if (!Number.isInteger(n) || n < 0 || n >= 2 ** (8 * bytes)) throw new RangeError(`${n} does not fit ${bytes} bytes`)
  return n.toString(16).padStart(2 * bytes, '0')
}

function int24(n: number): string {
  if (n < -(2 ** 23) || n >= 2 ** 23) throw new RangeError(`${n} does not fit 24 bits`)
  return uint(n < 0 ? n + 2 ** 24 : n, 3)
}
