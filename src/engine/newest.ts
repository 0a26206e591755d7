import type { Chain, Clock, Renewed } from '#domain/ports'
import type { Snapshot } from '#domain/snapshot'
import { isSameState } from './same-state.ts'

/** The newest block of a chain as it was read, and for how long it may be called that. */
export interface Newest {
  /** What was read last, however long ago. */
  readonly read: () => Snapshot | undefined
  /**
   * The same, as long as it was confirmed to be the head lately, or since then.
   * @param since milliseconds of `Clock.elapsed`
   */
  readonly current: (since: number) => Snapshot | undefined
  /** The block of this hash, if it is among the last that were read: questions about it may still be worked on. */
  at(hash: string): Snapshot | undefined
  /** Asks for the head alone, which costs a node next to nothing: whether there is something new to read. */
  isBehind(): Promise<boolean>
  /** @param asked when it was asked for, in milliseconds of `Clock.elapsed` */
  take(renewed: Renewed, asked: number): Snapshot
  forget(): void
  readonly figures: () => { readonly blocks: number; readonly reorgs: number }
}

/** Blocks that come while a question waits; states that did not change are the same objects in all of them. */
const mostRecent = 16

interface Stood {
  readonly snapshot: Snapshot
  /** When the chain was asked whether this is its head, and said yes. */
  readonly confirmed: number
}

/** @param mostMs a head that was not confirmed for so long may be none */
export function createNewest(
  { clock, chain }: { readonly clock: Clock; readonly chain: Chain },
  mostMs: number,
): Newest {
  let stood: Stood | undefined
  const recent = new Map<string, Snapshot>()
  let [blocks, reorgs, misses] = [0, 0, 0]

  return {
    read: () => stood?.snapshot,
    current: (since) =>
      stood !== undefined && stood.confirmed >= Math.min(since, clock.elapsed() - mostMs) ? stood.snapshot : undefined,
    at: (hash) => recent.get(hash),
    async isBehind() {
      if (stood === undefined) return true
      const asked = clock.elapsed()
      const head = await chain.head()
      const { block } = stood.snapshot
      if (head.hash === block.hash) {
        stood = { ...stood, confirmed: asked }
        misses = 0
        return false
      }
      // One of many nodes behind an address may be behind the others; a chain that went back stays there.
      misses += 1
      return head.number >= block.number || misses > 1
    },
    take({ snapshot, since }, asked) {
      misses = 0
      blocks += 1
      if (since === 'replaced' || since === 'missing') reorgs += 1
      stood = { snapshot: { ...snapshot, pools: unchangedKept(stood?.snapshot, snapshot) }, confirmed: asked }
      recent.delete(snapshot.block.hash)
      recent.set(snapshot.block.hash, stood.snapshot)
      if (recent.size > mostRecent) recent.delete(recent.keys().next().value ?? '')
      return stood.snapshot
    },
    forget: () => {
      stood = undefined
    },
    figures: () => ({ blocks, reorgs }),
  }
}

/** A pool whose state says the same stays the same object: the router looks only at the others. */
function unchangedKept(before: Snapshot | undefined, now: Snapshot): Snapshot['pools'] {
  const known = new Map(before?.pools.map((live) => [live.pool.address, live]))
  return now.pools.map((live) => {
    const old = known.get(live.pool.address)
    return old !== undefined && old.pool === live.pool && isSameState(old.state, live.state) ? old : live
  })
}
