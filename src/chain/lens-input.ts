import type { Pool, Venue } from '#domain/protocol'
import type { TickReach } from '#domain/tick-reach'
import type { Address } from '#domain/units'

/** The two families of pools that the lens reads. */
export type LensKind = 2 | 3

/** A known pool; `known` when its ticks were read before within these bounds. */
export interface LensPool {
  readonly kind: LensKind
  readonly pool: Pool
  readonly known?: { readonly from: number; readonly to: number }
}

export interface LensVenue {
  readonly kind: LensKind
  readonly venue: Venue
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
    uint(venues.length, 1),
    ...venues.map(({ kind, venue }) => {
      const fees = feesOf({ kind, venue })
      return [uint(kind, 1), digits(venue.factory), uint(fees.length, 1), ...fees.map((fee) => uint(fee, 3))].join('')
    }),
    uint(pairs.length, 2),
    ...pairs.map(([a, b]) => uint(a, 1) + uint(b, 1)),
    uint(pools.length, 2),
    ...pools.map(({ kind, pool, known }) => {
      const bounds = int24(known?.from ?? fromPrice) + int24(known?.to ?? fromPrice)
      return uint(kind, 1) + digits(pool.address) + bounds
    }),
  ].join('')
}

/** The fees a venue's factory is asked with; a kind 2 factory is asked once, without. */
export const feesOf = ({ kind, venue }: LensVenue): readonly number[] => (kind === 2 ? [0] : venue.feesPpm)

/** How many items a work has, by which the lens counts. */
export const itemsOf = ({ venues, pairs, pools }: LensWork): number =>
  pairs.length * venues.reduce((sum, venue) => sum + feesOf(venue).length, 0) + pools.length

/** The pool that item `item` of a work is, when it was found at `address`. `undefined` when there is no such item. */
export function poolOfItem(work: LensWork, item: number, address: Address): Pool | undefined {
  const perPair = work.venues.flatMap((one) => feesOf(one).map((fee) => ({ ...one, fee })))
  const direct = item - work.pairs.length * perPair.length
  if (direct >= 0) return work.pools[direct]?.pool
  const pair = work.pairs[Math.floor(item / perPair.length)]
  const candidate = perPair[item % perPair.length]
  if (pair === undefined || candidate === undefined) return undefined
  const tokens = pair.map((index) => work.tokens[index] as Address).sort()
  const { kind, venue, fee } = candidate
  return { venue, address, tokens, feePpm: kind === 2 ? (venue.feesPpm[0] ?? 0) : fee }
}

const digits = (address: Address): string => address.slice(2)

function uint(n: number, bytes: number): string {
  if (!Number.isInteger(n) || n < 0 || n >= 2 ** (8 * bytes)) throw new RangeError(`${n} does not fit ${bytes} bytes`)
  return n.toString(16).padStart(2 * bytes, '0')
}

function int24(n: number): string {
  if (n < -(2 ** 23) || n >= 2 ** 23) throw new RangeError(`${n} does not fit 24 bits`)
  return uint(n < 0 ? n + 2 ** 24 : n, 3)
}
