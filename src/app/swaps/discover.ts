import type { SwapsContext } from '#app/swaps/context'
import { observe } from '#app/swaps/observe'
import { recognise } from '#app/swaps/recognise'
import type { Chain } from '#domain/ports'
import type { Address, Hex, NetworkName } from '#domain/units'
import { routerOn } from '#encoding/router'

export interface SearchLimits {
  /** Blocks of one question. */
  readonly blocks: number
  /** Questions of one search, so that no request waits for a whole chain: the next search goes on where this one ended. */
  readonly questions: number
}

/** So many blocks most nodes allow. */
const defaultLimits: SearchLimits = { blocks: 2_000, questions: 25 }

/** Finds a wallet's swaps on a chain. @returns whether every block that can have one has been searched by now */
export type Discover = (wallet: Address, network: NetworkName) => Promise<boolean>

/**
 * Finds swaps by the transfers the tokens logged, since our router logs nothing: every swap of a token moves it from the
 * sender, every swap for one moves it to the recipient. What sells native currency for somebody else shows in that
 * recipient's search only.
 *
 * A search begins with the block that made our router. A node that keeps no old states cannot tell which that was: there
 * the first search is of the latest blocks, and no search is called whole.
 */
export function createDiscover(context: SwapsContext, { blocks, questions }: SearchLimits = defaultLimits): Discover {
  const begins = new Map<NetworkName, number>()

  /** `undefined` where the node cannot tell: also where it says that the router was always there. */
  async function beginOf({ network, madeIn }: Chain): Promise<number | undefined> {
    if (network.routerSince !== undefined) return network.routerSince
    const begin = begins.get(network.name) ?? (await madeIn(routerOn(network).address))
    begins.set(network.name, begin)
    return begin === 0 ? undefined : begin
  }

  return async (wallet, name) => {
    const chain = await context.chain(name)
    const { number: head } = await chain.head()
    const latest = Math.max(0, head - blocks * questions + 1)
    const begin = (await beginOf(chain)) ?? (latest === 0 ? 0 : undefined)
    // The newest blocks may still be taken back, so they are searched again next time.
    const settled = Math.max(0, head - chain.network.confirmations + 1)
    let first = Math.max((await context.swaps.searched(wallet, name)) ?? begin ?? latest, begin ?? 0)
    for (let i = 0; i < questions && first <= head; i++) {
      const last = Math.min(first + blocks - 1, head)
      await keepAll(context, chain, await chain.transfers({ account: wallet, first, last }))
      await context.swaps.saveSearched(wallet, name, Math.min(last + 1, settled))
      first = last + 1
    }
    return begin !== undefined && first > head
  }
}

async function keepAll(context: SwapsContext, chain: Chain, hashes: readonly Hex[]): Promise<void> {
  for (const transaction of await chain.transactions(hashes)) {
    const record = await recognise(context, chain, transaction)
    if (record !== undefined) await observe(context, await context.swaps.put(record))
  }
}
