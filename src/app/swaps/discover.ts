import type { SwapsContext } from '#app/swaps/context'
import { callsOurContracts } from '#app/swaps/recognize-swap'
import { recordSwap } from '#app/swaps/record-swap'
import { refreshSwap } from '#app/swaps/refresh-swap'
import { readSupportedHeight } from '#app/trade/supported-height'
import type { Chain, ChainTransaction, TransferSearch } from '#domain/chain/port'
import { isFailure } from '#domain/errors'
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

/**
 * Finds a wallet's swaps on a chain.
 * @returns true if every block that can hold one has been searched by now, and endpoints showed the same of those before the
 *   newest ones
 * @throws the first failure of a single transaction, after the search: the others are stored, and the search has gone on
 */
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
    // The newest blocks may still be reorganized, so they are searched again next time; so is what one endpoint alone has.
    const supported = await readSupportedHeight(chain, wallet, context.clock.now())
    const settled = Math.max(0, Math.min(head, supported) - chain.network.confirmations + 1)
    let first = Math.max((await context.swaps.lastSearched(wallet, name)) ?? begin ?? latest, begin ?? 0)
    const failures: unknown[] = []
    let hasDiffered = false
    for (let i = 0; i < questions && first <= head; i++) {
      const last = Math.min(first + blocks - 1, head)
      const seen = await searchSpan(context, chain, { account: wallet, first, last, settled })
      hasDiffered ||= seen.hasDiffered
      failures.push(...seen.failures)
      await context.swaps.saveLastSearched(wallet, name, Math.min(last + 1, settled))
      first = last + 1
    }
    if (failures.length > 0) throw failures[0]
    return begin !== undefined && first > head && !hasDiffered
  }
}

interface SearchedSpan extends TransferSearch {
  /** The first block that may still be reorganized. */
  readonly settled: number
}

/** Stores what it finds. */
async function searchSpan(context: SwapsContext, chain: Chain, { settled, ...span }: SearchedSpan) {
  const { views, difference } = await searchTransfers(chain, span)
  const isTold = difference !== undefined && span.last < settled
  if (isTold) context.differed?.(chain.network.name, difference)
  const { transactions, isAll } = await fetchTransactions(chain, views)
  return { hasDiffered: isTold || !isAll, failures: await recordSwaps(context, chain, transactions) }
}

/** By every endpoint, as one alone may hide some: all that any of them shows. An endpoint that lags has none of young blocks. */
async function searchTransfers(chain: Chain, search: TransferSearch) {
  const views = await chain.allTransfers(search)
  const hashes = [...new Set(views.flat())]
  const fewest = Math.min(...views.map(({ length }) => length))
  const words = `endpoints show different transfers of a wallet in blocks ${search.first} to ${search.last}`
  const difference = fewest < hashes.length ? `${words}: ${hashes.length} in all, ${fewest} by one of them` : undefined
  return { views, difference }
}

/**
 * Of what one endpoint lists: it may name any number of hashes that nobody knows, or of transactions of others. What another
 * one lists is looked for all the same.
 */
const [maxUnknown, maxAsked] = [50, 500]

interface ListedTransactions {
  readonly transactions: readonly ChainTransaction[]
  /** False if some were disputed, or not looked for. */
  readonly isAll: boolean
}

/**
 * From whichever endpoint knows it: the one in use may lag, or hide it, or name another receiver of what it does not prove.
 * @param views the hashes that each endpoint lists
 */
async function fetchTransactions(chain: Chain, views: readonly (readonly Hex[])[]): Promise<ListedTransactions> {
  const known = await chain.transactions([...new Set(views.flat())])
  const told = known.filter((one) => one.isProven || callsOurContracts(chain.network, one))
  const found = new Map<Hex, ChainTransaction>(told.map((one) => [one.hash, one]))
  let isAll = true
  for (const view of views) {
    const [missing, unknown] = [view.filter((hash) => !found.has(hash)), new Set<Hex>()]
    for (const hash of missing.slice(0, maxAsked)) {
      if (unknown.size === maxUnknown) break
      const one = await chain.findTransaction(hash).catch(disputedIfDisputed)
      if (one === 'disputed') isAll = false
      if (typeof one === 'object') found.set(hash, one.transaction)
      else unknown.add(hash)
    }
    isAll &&= missing.every((hash) => found.has(hash) || unknown.has(hash))
  }
  return { transactions: [...found.values()], isAll }
}

/** What is disputed is no swap that could be recorded now. */
function disputedIfDisputed(error: unknown): 'disputed' {
  if (isFailure(error, 'TRANSACTION_DISPUTED')) return 'disputed'
  throw error
}

/**
 * Anyone may pay a wallet dust, and so put a transaction before the search for its swaps: one that endpoints dispute, or whose
 * end cannot be told, ends no search. @returns why, for each of those
 */
async function recordSwaps(
  context: SwapsContext,
  chain: Chain,
  shown: readonly ChainTransaction[],
): Promise<readonly unknown[]> {
  const failures: unknown[] = []
  for (const { hash } of shown.filter((one) => callsOurContracts(chain.network, one))) {
    try {
      const found = await recordSwap(context, chain, hash)
      if (found?.isStored) await refreshSwap(context, found.record).catch((error: unknown) => failures.push(error))
    } catch (error) {
      if (!isFailure(error, 'TRANSACTION_DISPUTED')) throw error
      failures.push(error)
    }
  }
  return failures
}
