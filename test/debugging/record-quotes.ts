/** Quotes of the sandbox over every family, recorded as bundles. */
import fc from 'fast-check'
import { composeWith } from '#compose'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { Debugging } from '#domain/debugging/debugging'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import { amount } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { familyPools, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { findToken } from '../trade/family-swap.ts'
import { createComposeInput, createQuoteRequest, type SandboxApp } from '../trade/fixture.ts'
import { createSettlement, draws, largeDraws, onChain } from '../trade/random-routes.ts'
import { requestQuote, useEveryPool } from '../trade/use-every-pool.ts'

export interface Recorder {
  readonly service: Service
  readonly debugging: Debugging
  close(): Promise<void>
}

/** All families, also those that a user has to enable. */
export async function createRecorder(app: SandboxApp): Promise<Recorder> {
  const input = createComposeInput(app.state, app.url, new Map([['trade.unproven', ['true']]]))
  const components = composeWith({})(input)
  return {
    service: await components.service(),
    debugging: await components.debugging(),
    close: () => components.close(),
  }
}

/** Venues that trade in the direction of their pool's tokens only. */
const oneWay: ReadonlySet<string> = new Set(['lido'])

/** Requests that have a pool of each venue to themselves, in both directions: no family is left out. */
function* venueRequests(seed: number): Generator<AnyQuoteRequest> {
  const pools = [
    ...sandboxPools.map(({ pair, ...pool }) => ({ ...pool, symbols: pair as readonly string[] })),
    ...familyPools,
  ]
  const shares = fc.sample(fc.double({ min: -2.5, max: 1.5, noNaN: true }), { seed, numRuns: pools.length * 2 })
  const first = (seed * 42) % pools.length // a short run goes on where the one of the seed before it ended
  for (const [i, { venue, symbols }] of [...pools.slice(first), ...pools.slice(0, first)].entries()) {
    const held = symbols.map(toTraded)
    const [one, other] = i % 2 === 0 || oneWay.has(venue) ? held : held.toReversed()
    if (one === undefined || other === undefined) continue
    const raw = BigInt(Math.floor(10 ** (shares[i] ?? 0) * one.grand * 10 ** one.decimals)) + 1n
    yield createQuoteRequest(one.address, other.address, raw, { include: [venue] })
  }
}

/** One request for each family, by a pool of its own. */
export function* familyRequests(seed: number): Generator<AnyQuoteRequest> {
  const seen = new Set<string>()
  for (const request of venueRequests(seed)) {
    const family = network.venues.find(({ name }) => request.include.includes(name))?.protocol
    if (family === undefined || seen.has(family)) continue
    seen.add(family)
    yield request
  }
}

/** Some large sales and purchases over all pools. */
export const largeRequests = (seed: number, count: number): readonly AnyQuoteRequest[] =>
  [...takeFirst(randomRequests(seed + 1), 60)].slice(-count)

function* takeFirst<T>(items: Iterable<T>, count: number): Generator<T> {
  let taken = 0
  for (const item of items) {
    if (taken === count) return
    taken += 1
    yield item
  }
}

/** A token that no list names, such as a vault's share, counts as a dollar; but stETH as ether. */
function toTraded(symbol: string) {
  const address = findToken(symbol)
  const known = onChain.find((token) => token.address === (symbol === 'stETH' ? findToken('WETH') : address))
  return { decimals: 18, grand: 1_000, ...known, address }
}

/** Sales of all sizes, limits and objectives; every third one turned into a purchase. */
function* randomRequests(seed: number): Generator<AnyQuoteRequest> {
  for (let round = 0; ; round += 1) {
    const drawn = fc.sample(round % 2 === 0 ? draws : largeDraws, { seed: seed + round, numRuns: 30 })
    for (const [i, { request }] of drawn.entries()) {
      const { sellAmount, buyAmount: _, ...terms } = request
      const buy = onChain.find(({ address }) => address === request.buy)
      const bought = buy === undefined ? 1n : BigInt(Math.floor(buy.grand * 10 ** buy.decimals)) / 50n
      yield i % 3 === 2 ? { ...terms, buyAmount: amount(bought + (sellAmount % 997n)) } : request
    }
  }
}

/** Of a run: a search over all pools of all families takes seconds. */
const maxRandom = 8

/**
 * Records this many quotes: those of single venues first, then random ones, the second half over pools that were traded
 * with.
 */
export async function* recordQuotes(
  app: SandboxApp,
  { service, debugging }: Recorder,
  { count, seed }: { readonly count: number; readonly seed: number },
): AsyncGenerator<QuoteBundle> {
  const chain = await createSettlement(app, createRpc(app.url))
  const recorder = { service, debugging }
  const random = Math.min(maxRandom, Math.ceil(count / 2))
  const before = Math.ceil(random / 2)
  yield* recordSome(recorder, venueRequests(seed), count - random)
  yield* recordSome(recorder, randomRequests(seed), before)
  await useEveryPool(app, chain.send)
  yield* recordSome(recorder, randomRequests(seed + 2), random - before)
}

async function* recordSome(
  recorder: Omit<Recorder, 'close'>,
  requests: Iterable<AnyQuoteRequest>,
  count: number,
): AsyncGenerator<QuoteBundle> {
  let done = 0
  for (const request of requests) {
    if (done >= count) return
    const bundle = await recordOne(recorder, request)
    if (bundle === undefined) continue
    done += 1
    yield bundle
  }
}

/** `undefined` without a route. */
export async function recordOne(
  { service, debugging }: Omit<Recorder, 'close'>,
  request: AnyQuoteRequest,
): Promise<QuoteBundle | undefined> {
  const quote = await requestQuote(service, request)
  return quote && debugging.recorded(quote.id)
}

/** The families whose pools a route uses. */
export const familiesOf = ({ quote }: QuoteBundle): readonly string[] => [
  ...new Set(quote?.route.legs.map(({ pool }) => pool.venue.protocol)),
]

/** The families with pools in the sandbox. */
export const sandboxFamilies = (): readonly string[] => [...new Set(network.venues.map(({ protocol }) => protocol))]
