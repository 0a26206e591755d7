import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'

interface Pace {
  /** No limit if absent. */
  readonly maxPerSecond: number | undefined
  readonly signal: AbortSignal | undefined
}

export type IndexedChain = Pick<Chain, 'network' | 'logs' | 'readWithBlock' | 'head' | 'blocks' | 'findCreationBlock'>

/** The chain, asked no more often than allowed; a call that takes several requests counts as one. */
export function paceChain(chain: Chain, clock: Clock, { maxPerSecond, signal }: Pace): IndexedChain {
  if (maxPerSecond === undefined) return chain
  const intervalMs = 1_000 / maxPerSecond
  let next = clock.elapsed()
  const wait = async () => {
    const now = clock.elapsed()
    const at = Math.max(now, next)
    next = at + intervalMs
    if (at > now) await clock.sleep(at - now, signal)
  }
  const paced =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await wait()
      return call(...args)
    }
  return {
    network: chain.network,
    logs: paced(chain.logs),
    readWithBlock: paced(chain.readWithBlock),
    head: paced(chain.head),
    blocks: paced(chain.blocks),
    findCreationBlock: paced(chain.findCreationBlock),
  }
}
