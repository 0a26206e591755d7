import type { Chain } from '#domain/chain/port'
import type { StateRefreshResult } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import { isSameState } from '#domain/pools/same-state'
import type { Snapshot } from '#domain/pools/snapshot'

/** The newest block read of a chain, and how long it counts as the head. */
export interface HeadTracker {
  /** The last block read, however long ago. */
  readonly latest: () => Snapshot | undefined
  /**
   * The same, if it was confirmed as the head lately, or since then.
   * @param since milliseconds of `Clock.elapsed`
   */
  readonly current: (since: number) => Snapshot | undefined
  /** The block of this hash, if it is among the last ones read: queries about it may still be in progress. */
  findByHash(hash: string): Snapshot | undefined
  /** Asks for the head only, which is cheap for a node: is there something new to read? */
  isBehind(): Promise<boolean>
  /** @param asked time of the request, in milliseconds of `Clock.elapsed` */
  accept(renewed: StateRefreshResult, asked: number): Snapshot
  clear(): void
  readonly figures: () => { readonly blocks: number; readonly reorgs: number }
}

/** Blocks that may arrive while a query waits; unchanged states are the same objects in all of them. */
const maxRecent = 16

interface ConfirmedHead {
  readonly snapshot: Snapshot
  /** Time of the last request that confirmed it as the head. */
  readonly confirmedAt: number
}

/** @param maxMs a head counts as unconfirmed after this long */
export function createHeadTracker(
  { clock, chain }: { readonly clock: Clock; readonly chain: Chain },
  maxMs: number,
): HeadTracker {
  let stood: ConfirmedHead | undefined
  const recent = new Map<string, Snapshot>()
  let [blocks, reorgs, misses] = [0, 0, 0]

  return {
    latest: () => stood?.snapshot,
    current: (since) =>
      stood !== undefined && stood.confirmedAt >= Math.min(since, clock.elapsed() - maxMs) ? stood.snapshot : undefined,
    findByHash: (hash) => recent.get(hash),
    async isBehind() {
      if (stood === undefined) return true
      const asked = clock.elapsed()
      const head = await chain.head()
      const { block } = stood.snapshot
      if (head.hash === block.hash) {
        stood = { ...stood, confirmedAt: asked }
        misses = 0
        return false
      }
      // A node behind a shared address may lag behind the others; a chain that was reorganized to a lower head stays
      // there.
      misses += 1
      return head.number >= block.number || misses > 1
    },
    accept({ snapshot, since }, asked) {
      misses = 0
      blocks += 1
      if (since === 'replaced' || since === 'missing') reorgs += 1
      stood = { snapshot: { ...snapshot, pools: keepUnchanged(stood?.snapshot, snapshot) }, confirmedAt: asked }
      recent.delete(snapshot.block.hash)
      recent.set(snapshot.block.hash, stood.snapshot)
      if (recent.size > maxRecent) recent.delete(recent.keys().next().value ?? '')
      return stood.snapshot
    },
    clear: () => {
      stood = undefined
    },
    figures: () => ({ blocks, reorgs }),
  }
}

/** A pool with an unchanged state stays the same object: the router processes only the others. */
function keepUnchanged(before: Snapshot | undefined, now: Snapshot): Snapshot['pools'] {
  const known = new Map(before?.pools.map((live) => [live.pool.address, live]))
  return now.pools.map((live) => {
    const old = known.get(live.pool.address)
    return old !== undefined && old.pool === live.pool && isSameState(old.state, live.state) ? old : live
  })
}
