import type { SwapsContext } from '#app/swaps/context'
import { createDiscover, type Discover } from '#app/swaps/discover'
import { observe } from '#app/swaps/observe'
import { recognise } from '#app/swaps/recognise'
import { isOfTheWay } from '#app/trade/way'
import { fail, isFailure } from '#domain/errors'
import { meansNobody, type StoredQuote } from '#domain/quote'
import { finalSwapStates, type SwapRecord, type SwapReference, type SwapTracker } from '#domain/swap-record'
import type { Hex, NetworkName, QuoteId } from '#domain/units'

/** What became of swaps: those that were reported by hash, and those found on the chain. */
export function createSwapTracker(made: SwapsContext): SwapTracker {
  const context = { ...made, discover: createDiscover(made) }
  return {
    swap: (reference) => swap(context, reference),
    networkOf: (reference) => networkOf(context, reference),
    discover: async (wallet, network) => (await unlessBroken(() => context.discover(wallet, network))) ?? false,
    counts: (wallet, network) => context.swaps.counts(wallet, network),
    settle: (most) => settle(context, most),
  }
}

interface TrackerContext extends SwapsContext {
  readonly discover: Discover
}

async function swap(context: TrackerContext, reference: SwapReference): Promise<SwapRecord> {
  const known = await context.swaps.find(reference)
  const record = known ?? (await looked(context, reference))
  if (record === undefined) throw fail('SWAP_NOT_FOUND', { id: said(reference) })
  return observe(context, record)
}

async function networkOf(context: SwapsContext, reference: SwapReference): Promise<NetworkName | undefined> {
  const known = await context.swaps.find(reference)
  if (known !== undefined) return known.network
  if ('quoteId' in reference) return (await storedQuote(context, reference.quoteId))?.quote.request.network
  return 'network' in reference ? reference.network : undefined
}

function looked(context: TrackerContext, reference: SwapReference): Promise<SwapRecord | undefined> {
  if ('quoteId' in reference) return byQuote(context, reference.quoteId)
  const { transactionHash, network } = { network: undefined, transactionHash: undefined, ...reference }
  if (transactionHash === undefined || network === undefined) return Promise.resolve(undefined)
  return byHash(context, transactionHash, network)
}

async function byHash(context: SwapsContext, hash: Hex, network: NetworkName): Promise<SwapRecord | undefined> {
  const chain = await context.chain(network)
  const [transaction] = await chain.transactions([hash])
  const record = transaction && (await recognise(context, chain, transaction))
  return record && context.swaps.put(record)
}

/** A quote that was used may have been swapped without a word to us: its sender's swaps are searched for it. */
async function byQuote(context: TrackerContext, quoteId: QuoteId): Promise<SwapRecord | undefined> {
  const { quote, consumedAt } = (await storedQuote(context, quoteId)) ?? {}
  if (quote === undefined || consumedAt === undefined || meansNobody(quote.request.from)) return undefined
  await context.discover(quote.request.from, quote.request.network)
  return context.swaps.find({ quoteId })
}

async function storedQuote({ quotes }: SwapsContext, id: QuoteId): Promise<StoredQuote | undefined> {
  try {
    return await quotes.get(id)
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return undefined
    throw error
  }
}

const said = (reference: SwapReference): string =>
  'id' in reference ? reference.id : 'quoteId' in reference ? reference.quoteId : reference.transactionHash

async function settle(context: SwapsContext, most: number): Promise<number> {
  let settled = 0
  for (const record of await context.swaps.unsettled(most)) {
    const seen = await unlessBroken(() => observe(context, record))
    if (seen !== undefined && finalSwapStates.has(seen.status)) settled += 1
  }
  return settled
}

/** A chain that does not answer keeps nothing back that is known without it. */
async function unlessBroken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isOfTheWay(error)) return undefined
    throw error
  }
}
