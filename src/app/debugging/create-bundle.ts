import type { QuoteEvidence } from '#app/debugging/evidence'
import { computeAffiliateFee } from '#app/quoting/affiliate'
import { toWrapped } from '#app/quoting/survey'
import { type CandidatePath, maxCandidates, type QuoteBundle, type RecordedMarket } from '#domain/debugging/bundle'
import type { Network } from '#domain/network'
import type { Pool, Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import { type Amount, amount, type Seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { listCandidatePaths } from '#routing/explain/candidate-paths'
import { createPoolGraph } from '#routing/index/pool-graph'

interface BundleContext {
  readonly protocols: Protocols
  readonly now: Seconds
}

/** The evidence of a quote, or of a request that led to none, in the form that is written to a file. */
export function createBundle(
  { protocols, now }: BundleContext,
  network: Network,
  evidence: QuoteEvidence,
): QuoteBundle {
  const { request, market, quote, timings } = evidence
  return {
    createdAt: now,
    network: network.name,
    chainId: network.chainId,
    wrapped: network.wrapped,
    families: [...protocols.keys()],
    request,
    market: market && toRecordedMarket(market),
    quote,
    candidates: market === undefined ? [] : findCandidates(protocols, network, { request, market, quote }),
    timings,
    router: getRouter(network),
    transaction: undefined,
    failure: undefined,
    isRedacted: false,
  }
}

/** Without what the search does not read: a venue's list of known pools may be long. */
export function toRecordedMarket({
  snapshot,
  excludedPools,
  sell,
  buy,
}: NonNullable<QuoteEvidence['market']>): RecordedMarket {
  const venues = new Map<Pool['venue'], Pool['venue']>()
  const trim = (pool: Pool): Pool => {
    const { pools: _, ...venue } = pool.venue
    const known = venues.get(pool.venue) ?? venue
    venues.set(pool.venue, known)
    return { ...pool, venue: known }
  }
  const recorded: Snapshot = {
    ...snapshot,
    pools: snapshot.pools.map((live) => ({ ...live, pool: trim(live.pool) })),
    skipped: (snapshot.skipped ?? []).map((one) => ({ ...one, pool: trim(one.pool) })),
  }
  return { snapshot: recorded, excludedPools: excludedPools.map(trim), sell, buy }
}

interface CandidateInput {
  readonly request: AnyQuoteRequest
  readonly market: NonNullable<QuoteEvidence['market']>
  readonly quote: Quote | undefined
}

function findCandidates(
  protocols: Protocols,
  network: Pick<Network, 'wrapped'>,
  { request, market: { snapshot }, quote }: CandidateInput,
): readonly CandidatePath[] {
  const amountIn = poolInputOf(request, quote)
  if (amountIn === undefined || amountIn === 0n) return []
  const ends = { tokenIn: toWrapped(network, request.sell), tokenOut: toWrapped(network, request.buy) }
  return listCandidates(protocols, snapshot, { ...ends, amountIn, maxHops: request.maxHops })
}

/** What goes into the pools: of a purchase without a quote it is not known. */
const poolInputOf = ({ sellAmount, affiliate }: AnyQuoteRequest, quote: Quote | undefined): Amount | undefined => {
  if (quote !== undefined) return quote.route.amountIn
  return sellAmount === undefined ? undefined : amount(sellAmount - computeAffiliateFee(sellAmount, affiliate))
}

interface CandidateTrade extends Pick<Quote['route'], 'tokenIn' | 'tokenOut' | 'amountIn'> {
  readonly maxHops: number
}

/** Single paths for the whole amount, best output first. */
export function listCandidates(
  protocols: Protocols,
  { pools }: Pick<Snapshot, 'pools'>,
  { maxHops, ...trade }: CandidateTrade,
): readonly CandidatePath[] {
  const graph = createPoolGraph({ protocols }, pools)
  const [source, target] = [graph.numbers.get(trade.tokenIn), graph.numbers.get(trade.tokenOut)]
  if (source === undefined || target === undefined || source === target) return []
  return listCandidatePaths(graph, { source, target, maxHops, count: maxCandidates }, trade).map(
    ({ legs, amountOut, gas }) => ({
      hops: legs.map(({ pool, tokenIn, tokenOut }) => ({
        source: pool.venue.name,
        pool: pool.address,
        tokenIn,
        tokenOut,
      })),
      amountOut,
      gas,
    }),
  )
}
