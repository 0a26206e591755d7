/** What goes between the service's thread and those that search. Plain data only: it is copied on its way. */
import type { Details, ErrorCode } from '#domain/error-table'
import { fail, SwapError } from '#domain/errors'
import type { MarketAnswer, RouteQuestion, Unchosen } from '#domain/market'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { NetworkName } from '#domain/units'
import type { Explanation, View } from './core.ts'

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

/** To the question before: a thread is asked one at a time. */
export type Answered =
  | { readonly kind: 'find'; readonly answer: MarketAnswer }
  | { readonly kind: 'explain'; readonly answer: Unchosen | undefined }
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
