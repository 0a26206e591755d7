/** The same trade in several ways, side by side. */
import type { Context } from '#cli/context'
import { toFailure } from '#cli/out/failure'
import { parseAmount, resolveAmount } from '#cli/parse/amount'
import { buildQuoteRequest, type QuoteInput, type TradeInput } from '#cli/request/quote-options'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { ReplayableBundle, WhatIf } from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import { poolsOf, type Route } from '#domain/quotes/route'
import type { Address, Amount } from '#domain/units'
import { findNetwork } from '#networks/find'
import { shortAddress } from '#text/checksum'
import { scrub } from '#text/scrub'

export const comparisons = ['sizes', 'venues', 'pools', 'networks', 'services'] as const
export type Comparison = (typeof comparisons)[number]

export interface ComparedTrade {
  /** Of a venue, pool, network or service; empty for a size. */
  readonly name: string
  /** Of a single pool. */
  readonly pool?: Address | undefined
  readonly found: FoundTrade | undefined
  /** Why nothing was found. */
  readonly failure: { readonly code: string; readonly message: string } | undefined
}

export interface FoundTrade extends Pick<Quote, 'sell' | 'buy'> {
  readonly route: Route
  /** Less gas; `undefined` if nothing prices it. */
  readonly net: bigint | undefined
  readonly pools: number
  /** Too little of some pools is recorded: the true result may be better. */
  readonly isLowerBound: boolean
}

export interface CompareInput {
  readonly by: Comparison
  /** Amounts, networks or services. */
  readonly words: readonly string[]
  readonly trade: TradeInput
  readonly options: QuoteInput
}

/** @throws what a quote throws; of one network or service it is a row's failure */
export function compareTrades(context: Context, input: CompareInput): Promise<readonly ComparedTrade[]> {
  if (input.by === 'networks') return compareNetworks(context, input)
  if (input.by === 'services') return compareServices(context, input)
  return compareOffline(context, input)
}

/** One quote, whose pools are read once; everything else is searched over them. */
async function compareOffline(context: Context, input: CompareInput): Promise<readonly ComparedTrade[]> {
  const request = await buildQuoteRequest(context, input.trade, input.options)
  if (request.sellAmount === undefined) throw fail('USAGE', { reason: 'A comparison is of an amount to sell.' })
  const service = await context.unstoredService()
  const first = await service.quote(request)
  const amounts = input.words.map(parseAmount) // all before the first is resolved: nobody would wait for it after a wrong one
  const sizes = await Promise.all(amounts.map((size) => resolveAmount(size, first.sell, refuseShare)))
  const largest = sizes.reduce((max, one) => (one > max ? one : max), request.sellAmount)
  const widest = largest === request.sellAmount ? first : await service.quote({ ...request, sellAmount: largest })
  const debugging = await context.debugging()
  const bundle = requirePools(debugging.recorded(widest.id))
  const search = (name: string, changes: WhatIf): ComparedTrade =>
    toRow(name, bundle.quote, debugging.whatIf(bundle, changes))
  if (input.by === 'sizes')
    return [...new Set([request.sellAmount, ...sizes])]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((amount) => search('', { amount }))
  const listed = input.by === 'venues' ? listVenues(bundle) : listPools(bundle)
  const rows = listed.map(({ name, pool, without }) => ({
    ...search(name, { without, ...(pool === undefined ? {} : { maxHops: 1 }) }),
    pool,
  }))
  // By the same search as the others: the quote's own gas is measured in another way.
  return [search('all together', {}), ...rows.toSorted(byOutput)]
}

const byOutput = (a: ComparedTrade, b: ComparedTrade): number =>
  Number((b.found?.route.amountOut ?? -1n) - (a.found?.route.amountOut ?? -1n))

function requirePools(bundle: QuoteBundle | undefined): ReplayableBundle {
  const { market, quote } = bundle ?? {}
  if (bundle === undefined || market === undefined || quote === undefined)
    throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  return { ...bundle, market, quote }
}

/** A part of the market alone. */
interface MarketPart {
  readonly name: string
  readonly pool?: Address
  /** Everything else: names of venues, or addresses of pools. */
  readonly without: readonly string[]
}

function listVenues({ market }: ReplayableBundle): readonly MarketPart[] {
  const venues = new Map(market.snapshot.pools.map(({ pool }) => [pool.venue.name, pool.venue.title]))
  return [...venues].map(([own, name]) => ({ name, without: [...venues.keys()].filter((other) => other !== own) }))
}

/** Each pool of the pair itself. */
function listPools({ market, quote }: ReplayableBundle): readonly MarketPart[] {
  const { tokenIn, tokenOut } = quote.route
  const all = market.snapshot.pools.map(({ pool }) => pool)
  return all
    .filter(({ tokens }) => tokens.includes(tokenIn) && tokens.includes(tokenOut))
    .map((pool) => ({
      name: `${pool.venue.title} ${shortAddress(pool.address)}`,
      pool: pool.address,
      without: all.map(({ address }) => address).filter((address) => address !== pool.address),
    }))
}

function toRow(
  name: string,
  { sell, buy }: Pick<Quote, 'sell' | 'buy'>,
  { found, narrow }: { readonly found: { readonly route: Route } | undefined; readonly narrow: readonly Address[] },
): ComparedTrade {
  if (found === undefined) return { name, found, failure: { code: 'NO_ROUTE', message: 'There is no route.' } }
  const { route } = found
  const net = route.gasInTokenOut === undefined ? undefined : route.amountOut - route.gasInTokenOut
  const facts = { sell, buy, route, net, pools: poolsOf(route).size, isLowerBound: narrow.length > 0 }
  return { name, found: facts, failure: undefined }
}

function compareNetworks(context: Context, { words, trade, options }: CompareInput): Promise<readonly ComparedTrade[]> {
  const rows = words.map((word) => {
    const listing = findNetwork(word)
    const there = { ...context, resolveNetwork: async () => listing }
    return ask(word, async () => (await there.unstoredService()).quote(await buildQuoteRequest(there, trade, options)))
  })
  return Promise.all(rows)
}

async function compareServices(
  context: Context,
  { words, trade, options }: CompareInput,
): Promise<readonly ComparedTrade[]> {
  const request: AnyQuoteRequest = await buildQuoteRequest(context, trade, options)
  return Promise.all(
    words.map((url) => ask(serviceName(url), async () => (await context.unstoredService(url)).quote(request))),
  )
}

/** Of an address only the host: a path may be a key. */
const serviceName = (url: string): string => (url === 'local' ? url : new URL(url).host)

async function ask(name: string, work: () => Promise<Quote>): Promise<ComparedTrade> {
  try {
    const quote = await work()
    return toRow(name, quote, { found: quote, narrow: [] })
  } catch (error) {
    const { code, message } = toFailure(error)
    return { name, found: undefined, failure: { code, message: scrub(message) } }
  }
}

const refuseShare = async (): Promise<Amount> => {
  throw fail('USAGE', { reason: 'A size is an amount.', fix: 'write amounts: --sizes 1,10,100' })
}
