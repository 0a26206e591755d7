/** Messages between the service's thread and its workers. Plain data only: messages are copied. */

import { fail, SwapError } from '#domain/errors'
import type { Details, ErrorCode } from '#domain/failures/table'
import type { Pool } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { MarketAnswer, RouteQuery, UnusedPoolsByReason } from '#domain/quotes/market'
import { type PackedRoute, packRoute, unpackRoute } from '#domain/quotes/packed-route'
import type { Address, NetworkName } from '#domain/units'
import type { ExplainRequest } from './explain-request.ts'
import type { BlockView, OneOffQuery } from './routing-core.ts'

/** A block: all its pools, or only the states that changed since the block before. */
export interface BlockMessage {
  readonly kind: 'see'
  readonly view: BlockView
  readonly changed: readonly (readonly [index: number, state: unknown])[] | undefined
}

/** A request, named after the core's method for it. */
export type WorkerRequest =
  | { readonly kind: 'find'; readonly network: NetworkName; readonly asked: RouteQuery }
  | { readonly kind: 'explain'; readonly network: NetworkName; readonly asked: ExplainRequest }
  | { readonly kind: 'once'; readonly network: NetworkName; readonly asked: OneOffQuery }

/** The response to the last request: a worker gets one at a time. */
export type WorkerResponse =
  | { readonly kind: 'find'; readonly answer: PackedAnswer }
  | { readonly kind: 'explain'; readonly answer: UnusedPoolsByReason | undefined }
  | { readonly kind: 'once'; readonly answer: PackedAnswer; readonly unchosen: UnusedPoolsByReason }
  | { readonly kind: 'failed'; readonly failure: WorkerFailure }

/** An error in a form that can be copied: its class cannot. */
export type WorkerFailure = { readonly code: ErrorCode; readonly details: unknown } | { readonly message: string }

/** @param before the receiver's last view of this network */
export function toBlockMessage(view: BlockView, before: Snapshot | undefined): BlockMessage {
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

/** Restores the whole view. What did not change stays the same object, which is how the router detects changes. */
export function applyBlockMessage({ view, changed }: BlockMessage, before: Snapshot | undefined): BlockView {
  if (changed === undefined) return view
  const pools: LivePool[] = [...(before?.pools ?? [])]
  for (const [i, state] of changed) {
    const live = pools[i]
    if (live === undefined) throw new RangeError(`no pool ${i} was seen before`)
    pools[i] = { pool: live.pool, state }
  }
  return { ...view, snapshot: { ...view.snapshot, pools } }
}

export const toWorkerFailure = (error: unknown): WorkerFailure =>
  error instanceof SwapError
    ? { code: error.code, details: error.details }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

export const toError = (failure: WorkerFailure): Error =>
  'code' in failure ? fail(failure.code, failure.details as Details<ErrorCode>) : new Error(failure.message)

/** Both sides have the pools already, and copying them takes longer than the rest of an answer. */
export type PackedAnswer = Omit<MarketAnswer, 'route' | 'narrow'> & {
  readonly route: PackedRoute<Address> | undefined
  readonly narrow: readonly Address[]
}

const addressOf = ({ address }: Pool): Address => address

export const packAnswer = ({ route, narrow, ...rest }: MarketAnswer): PackedAnswer => ({
  ...rest,
  route: route && packRoute(route, addressOf),
  narrow: narrow.map(addressOf),
})

/** @param pools of the answer's block. @throws RangeError if one of the answer's pools is not among them */
export function unpackAnswer(
  { route, narrow, ...rest }: PackedAnswer,
  pools: ReadonlyMap<Address, Pool>,
): MarketAnswer {
  const poolAt = (address: Address): Pool => {
    const pool = pools.get(address)
    if (pool === undefined) throw new RangeError(`an answer over the pool ${address}, which was not shown`)
    return pool
  }
  return { ...rest, route: route && unpackRoute(route, poolAt), narrow: narrow.map(poolAt) }
}
