import type { SwapsContext } from '#app/swaps/context'
import { createDiscoverSwaps, type DiscoverSwaps } from '#app/swaps/discover'
import { type FoundSwap, recordSwap } from '#app/swaps/record-swap'
import { refreshSwap } from '#app/swaps/refresh-swap'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { fail, isFailure } from '#domain/errors'
import { isPlaceholderAddress, type StoredQuote } from '#domain/quotes/quote'
import { finalSwapStates, type SwapRecord, type SwapReference, type SwapTracker } from '#domain/service/swap-record'
import type { Hex, NetworkName, QuoteId } from '#domain/units'

/** Tracks swaps that were reported by hash and swaps found on the chain. */
export function createSwapTracker(made: SwapsContext): SwapTracker {
  const context = { ...made, discover: createDiscoverSwaps(made) }
  return {
    findSwap: (reference) => getSwap(context, reference),
    networkOf: (reference) => findSwapNetwork(context, reference),
    discover: async (wallet, network) =>
      (await catchConnectionFailure(() => context.discover(wallet, network)).catch(falseIfDisputed)) ?? false,
    counts: (wallet, network) => context.swaps.counts(wallet, network),
    refreshPending: (max) => refreshUnsettled(context, max),
  }
}

interface TrackerContext extends SwapsContext {
  readonly discover: DiscoverSwaps
}

async function getSwap(context: TrackerContext, reference: SwapReference): Promise<SwapRecord> {
  const known = await context.swaps.find(reference)
  if (known !== undefined) return refreshSwap(context, known)
  const found = await discoverSwap(context, reference)
  if (found === undefined) throw fail('SWAP_NOT_FOUND', { id: formatReference(reference) })
  return refreshSwap(found.isStored ? context : withoutUpdates(context), found.record)
}

const withoutUpdates = (context: SwapsContext): SwapsContext => ({
  ...context,
  swaps: { ...context.swaps, update: async () => undefined },
})

async function findSwapNetwork(context: SwapsContext, reference: SwapReference): Promise<NetworkName | undefined> {
  const known = await context.swaps.find(reference)
  if (known !== undefined) return known.network
  if ('quoteId' in reference) return (await findStoredQuote(context, reference.quoteId))?.quote.request.network
  return 'network' in reference ? reference.network : undefined
}

function discoverSwap(context: TrackerContext, reference: SwapReference): Promise<FoundSwap | undefined> {
  if ('quoteId' in reference) return findByQuote(context, reference.quoteId)
  const { transactionHash, network } = { network: undefined, transactionHash: undefined, ...reference }
  if (transactionHash === undefined || network === undefined) return Promise.resolve(undefined)
  return findByHash(context, transactionHash, network)
}

async function findByHash(context: SwapsContext, hash: Hex, network: NetworkName): Promise<FoundSwap | undefined> {
  return recordSwap(context, await context.chain(network), hash)
}

/** A consumed quote may have been swapped without being reported: its sender's swaps are searched for it. */
async function findByQuote(context: TrackerContext, quoteId: QuoteId): Promise<FoundSwap | undefined> {
  const { quote, consumedAt } = (await findStoredQuote(context, quoteId)) ?? {}
  if (quote === undefined || consumedAt === undefined || isPlaceholderAddress(quote.request.from)) return undefined
  await context.discover(quote.request.from, quote.request.network)
  const record = await context.swaps.find({ quoteId })
  return record && { record, isStored: true }
}

async function findStoredQuote({ quotes }: SwapsContext, id: QuoteId): Promise<StoredQuote | undefined> {
  try {
    return await quotes.get(id)
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return undefined
    throw error
  }
}

const formatReference = (reference: SwapReference): string =>
  'id' in reference ? reference.id : 'quoteId' in reference ? reference.quoteId : reference.transactionHash

/** A record that cannot be told keeps none behind it from being looked at. @throws the first failure, after all of them */
async function refreshUnsettled(context: SwapsContext, max: number): Promise<number> {
  let settled = 0
  const failures: unknown[] = []
  for (const record of await context.swaps.listUnsettled(max)) {
    const seen = await catchConnectionFailure(() => refreshSwap(context, record)).catch((error: unknown) => {
      failures.push(error)
    })
    // Otherwise it would be the first of the next round too.
    if (seen === undefined || seen === record) await context.swaps.noteCheck(record.id, context.clock.now())
    else if (finalSwapStates.has(seen.status)) settled += 1
  }
  if (failures.length > 0) throw failures[0]
  return settled
}

/** What it found of others' swaps is stored all the same. */
function falseIfDisputed(error: unknown): false {
  if (isFailure(error, 'TRANSACTION_DISPUTED')) return false
  throw error
}

/** If the chain does not answer, stored data is still returned. */
async function catchConnectionFailure<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isConnectionFailure(error)) return undefined
    throw error
  }
}
