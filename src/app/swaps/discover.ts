import type { SwapsContext } from '#app/swaps/context'
import { observe } from '#app/swaps/observe'
import { recognise } from '#app/swaps/recognise'
import type { Chain } from '#domain/ports'
import type { Address, Hex, NetworkName } from '#domain/units'

/** Blocks of one question, which most nodes allow. */
const range = 2_000
/** Questions of one search, so that no request waits for a whole chain: the next search goes on where this one ended. */
const ranges = 25

/**
 * Finds a wallet's swaps on the chain by the transfers the tokens logged, since our router logs nothing: every swap of
 * a token moves it from the sender, every swap for one moves it to the recipient. What sells native currency for
 * somebody else shows in that recipient's search only.
 */
export async function discover(context: SwapsContext, wallet: Address, name: NetworkName): Promise<void> {
  const chain = await context.chain(name)
  const { number: head } = await chain.head()
  // The newest blocks may still be taken back, so they are searched again next time.
  const settled = Math.max(0, head - chain.network.confirmations + 1)
  let first = Math.max((await context.swaps.searched(wallet, name)) ?? 0, chain.network.routerSince ?? 0)
  for (let i = 0; i < ranges && first <= head; i++) {
    const last = Math.min(first + range - 1, head)
    await keepAll(context, chain, await chain.transfers({ account: wallet, first, last }))
    await context.swaps.saveSearched(wallet, name, Math.min(last + 1, settled))
    first = last + 1
  }
}

async function keepAll(context: SwapsContext, chain: Chain, hashes: readonly Hex[]): Promise<void> {
  for (const transaction of await chain.transactions(hashes)) {
    const record = await recognise(context, chain, transaction)
    if (record !== undefined) await observe(context, await context.swaps.put(record))
  }
}
