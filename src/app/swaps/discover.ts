import type { SwapsContext } from '#app/swaps/context'
import { recognizeSwap } from '#app/swaps/recognize-swap'
import { refreshSwap } from '#app/swaps/refresh-swap'
import type { Chain } from '#domain/chain/port'
import type { Address, Hex, NetworkName } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

export interface SearchLimits {
  /** Blocks per log request. */
  readonly blocksPerRequest: number
  /** Log requests per search, so that no API request waits for a whole chain: the next search continues. */
  readonly maxRequests: number
}

/** Most nodes allow this many blocks. */
const defaultLimits: SearchLimits = { blocksPerRequest: 2_000, maxRequests: 25 }

/** Finds a wallet's swaps on a chain. @returns true if every block that can hold one has been searched by now */
export type DiscoverSwaps = (wallet: Address, network: NetworkName) => Promise<boolean>

/**
 * Finds swaps by the tokens' transfer logs, since our router has none: every swap from a token moves it from the
 * sender, every swap to a token moves it to the recipient. A sale of native currency for another recipient is found by
 * that recipient's search only.
 *
 * The search begins with the block that created our router. If the node keeps no old states, that block is unknown: the
 * first search then covers the latest blocks, and no search is called complete.
 */
export function createDiscoverSwaps(
  context: SwapsContext,
  { blocksPerRequest: blocks, maxRequests: questions }: SearchLimits = defaultLimits,
): DiscoverSwaps {
  const begins = new Map<NetworkName, number>()

  /** `undefined` if the node cannot tell, or claims that the router always existed. */
  async function findFirstBlock({ network, findCreationBlock: madeIn }: Chain): Promise<number | undefined> {
    if (network.routerSince !== undefined) return network.routerSince
    const begin = begins.get(network.name) ?? (await madeIn(getRouter(network).address))
    begins.set(network.name, begin)
    return begin === 0 ? undefined : begin
  }

  return async (wallet, name) => {
    const chain = await context.chain(name)
    const { number: head } = await chain.head()
    const latest = Math.max(0, head - blocks * questions + 1)
    const begin = (await findFirstBlock(chain)) ?? (latest === 0 ? 0 : undefined)
    // The newest blocks may still be reorganized, so they are searched again next time.
    const settled = Math.max(0, head - chain.network.confirmations + 1)
    let first = Math.max((await context.swaps.lastSearched(wallet, name)) ?? begin ?? latest, begin ?? 0)
    for (let i = 0; i < questions && first <= head; i++) {
      const last = Math.min(first + blocks - 1, head)
      await recordSwaps(context, chain, await chain.transfers({ account: wallet, first, last }, 'one'))
      await context.swaps.saveLastSearched(wallet, name, Math.min(last + 1, settled))
      first = last + 1
    }
    return begin !== undefined && first > head
  }
}

async function recordSwaps(context: SwapsContext, chain: Chain, hashes: readonly Hex[]): Promise<void> {
  for (const transaction of await chain.transactions(hashes)) {
    const record = await recognizeSwap(context, chain, transaction)
    if (record !== undefined) await refreshSwap(context, await context.swaps.put(record))
  }
}
