/** What goes between the service's thread and those that search. Plain data only: it is copied on its way. */
import type { Details, ErrorCode } from '#domain/error-table'
import { fail, SwapError } from '#domain/errors'
import type { MarketAnswer, RouteQuestion, Unchosen } from '#domain/market'
import { type PackedRoute, packedRoute, unpackedRoute } from '#domain/packed-route'
import type { Pool } from '#domain/protocol'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { Address, NetworkName } from '#domain/units'
import type { Once, View } from './core.ts'
import type { Explanation } from './explanation.ts'

/** A block: all pools of it, or only the states that are others than in the block before. */
export interface Shown {
  readonly kind: 'see'
  readonly view: View
  readonly changed: readonly (readonly [index: number, state: unknown])[] | undefined
}

/** A question, and the core's method for it. */
export type Asked =
  | { readonly kind: 'find'; readonly network: NetworkName; readonly asked: RouteQuestion }
  | { readonly kind: 'explain'; readonly network: NetworkName; readonly asked: Explanation }
  | { readonly kind: 'once'; readonly network: NetworkName; readonly asked: Once }

/** To the question before: a thread is asked one at a time. */
export type Answered =
  | { readonly kind: 'find'; readonly answer: PackedAnswer }
  | { readonly kind: 'explain'; readonly answer: Unchosen | undefined }
  | { readonly kind: 'once'; readonly answer: PackedAnswer; readonly unchosen: Unchosen }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** An error as it can be copied: its class cannot. */
export type Failure = { readonly code: ErrorCode; readonly details: unknown } | { readonly message: string }

/** @param before what the receiver has of this network */
export function shown(view: View, before: Snapshot | undefined): Shown {
  const { pools } = view.snapshot
  const isSame =
    before !== undefined &&
    before.chainId === view.snapshot.chainId &&
    before.pools.length === pools.length &&
    before.pools.every(({ pool }, i) => pool === pools[i]?.pool)
  if (!isSame) return { kind: 'see', view, changed: undefined }
  const changed = pools.flatMap(({ state }, i) => (state === before.pools[i]?.state ? [] : [[i, state] as const]))
  return { kind: 'see', view: { ...view, snapshot: { ...view.snapshot, pools: [] } }, changed }
}

/** The whole view again. What did not change stays the same object, by which the router knows that it did not. */
export function viewOf({ view, changed }: Shown, before: Snapshot | undefined): View {
  if (changed === undefined) return view
  const pools: LivePool[] = [...(before?.pools ?? [])]
  for (const [i, state] of changed) {
    const live = pools[i]
    if (live === undefined) throw new RangeError(`no pool ${i} was seen before`)
    pools[i] = { pool: live.pool, state }
  }
  return { ...view, snapshot: { ...view.snapshot, pools } }
}

export const failureOf = (error: unknown): Failure =>
  error instanceof SwapError
    ? { code: error.code, details: error.details }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

export const errorFrom = (failure: Failure): Error =>
  'code' in failure ? fail(failure.code, failure.details as Details<ErrorCode>) : new Error(failure.message)

/** Both sides have the pools already, and copying them takes longer than all the rest of an answer. */
export type PackedAnswer = Omit<MarketAnswer, 'route' | 'narrow'> & {
  readonly route: PackedRoute<Address> | undefined
  readonly narrow: readonly Address[]
}

const addressOf = ({ address }: Pool): Address => address

export const packedAnswer = ({ route, narrow, ...rest }: MarketAnswer): PackedAnswer => ({
  ...rest,
  route: route && packedRoute(route, addressOf),
  narrow: narrow.map(addressOf),
})

/** @param pools of the block that the answer is of. @throws RangeError where one of the answer's is not among them */
export function unpackedAnswer(
  { route, narrow, ...rest }: PackedAnswer,
  pools: ReadonlyMap<Address, Pool>,
): MarketAnswer {
  const poolAt = (address: Address): Pool => {
    const pool = pools.get(address)
    if (pool === undefined) throw new RangeError(`an answer over the pool ${address}, which was not shown`)
    return pool
  }
  return { ...rest, route: route && unpackedRoute(route, poolAt), narrow: narrow.map(poolAt) }
}
