import { fractionText } from '#domain/api/plain'
import { fail, isFailure } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import type { Payload } from '#domain/payload'
import type { Clock, QuoteStore } from '#domain/ports'
import { liveQuote, type Quote, type QuoteQuestion } from '#domain/quote'
import type { NetworkState, NetworkStatus, PayloadRequest, Service } from '#domain/service'
import type { Token } from '#domain/token'
import type { Address, Hex, NetworkName, QuoteId } from '#domain/units'
import type { AskService } from './ask-service.ts'
import { bodiesOf, bodyOf, textAt } from './body.ts'
import { readPayload } from './read-payload.ts'
import { readQuote, withRoute } from './read-quote.ts'
import { readRoute } from './read-route.ts'

export interface RemoteContext {
  readonly ask: AskService
  readonly clock: Pick<Clock, 'now'>
  /** Quotes that were asked for here: `last`, short ids and what was agreed to are this machine's. */
  readonly quotes: QuoteStore
  /** keccak-256 of a payload's data, as `QuoteStore.consume` keeps it. */
  readonly hash: (data: Hex) => Hex
  /** @throws what a token's own network says of it. */
  readonly token: (network: NetworkName, address: Address) => Promise<Token>
  readonly network: (name: NetworkName) => Network
  readonly listings: () => readonly NetworkListing[]
  /** Looks at the user's own endpoints. */
  readonly check: Service['networks']
}

/** The aggregation service behind HTTP. Nothing it answers is believed where money depends on it. */
export const createRemoteService = (context: RemoteContext): Service => ({
  quote: (question) => quote(context, question),
  transaction: (request) => transaction(context, request),
  stored: (reference) => context.quotes.get(reference),
  networks: (check = []) => (check.length > 0 ? context.check(check) : networks(context)),
})

async function quote(context: RemoteContext, asked: QuoteQuestion): Promise<Quote> {
  if (asked.block !== undefined)
    throw fail('SERVICE_CANNOT', { what: 'A quote at a block', fix: 'leave --block out, or quote without --service' })
  const { ask, token } = context
  const network = context.network(asked.network)
  const about = { network: asked.network, sell: asked.sell, buy: asked.buy }
  const [sell, buy] = await Promise.all([token(asked.network, asked.sell), token(asked.network, asked.buy)])
  const question = { path: '/aggregator/quote', parameters: parametersOf(asked), about }
  const read = await ask(question, (body) =>
    readQuote({ asked, network, sell, buy, receivedAt: context.clock.now() }, body),
  )
  const route = await ask(
    { path: '/aggregator/distributions', parameters: { 'quote-id': read.id }, about: { ...about, quoteId: read.id } },
    (body) => readRoute(network, bodyOf(body, 'the distribution')),
  )
  const made = withRoute(read, network, route)
  await context.quotes.put(made)
  return made
}

function parametersOf(request: QuoteQuestion): Readonly<Record<string, string | undefined>> {
  const { affiliate, include, exclude, gasPrice } = request
  const isPool = (name: string) => name.startsWith('0x')
  return {
    network: request.network,
    fromTokenAddress: request.sell,
    toTokenAddress: request.buy,
    ...(request.sellAmount === undefined
      ? { buyAmount: String(request.buyAmount) }
      : { sellAmount: String(request.sellAmount) }),
    slippage: fractionText(request.slippage),
    fromAddress: request.from,
    toAddress: request.to,
    gasless: 'false',
    affiliateAddress: affiliate?.address,
    affiliateFee: affiliate && fractionText(affiliate.fee),
    liquiditySources: listed(include),
    excludeSources: listed(exclude.filter((name) => !isPool(name))),
    excludePools: listed(exclude.filter(isPool)),
    maxHops: String(request.maxHops),
    maxSplits: String(request.maxSplits),
    maxLegs: String(request.maxLegs),
    gasPrice: gasPrice === undefined ? undefined : String(gasPrice),
    optimizeFor: request.optimizeFor,
  }
}

const listed = (names: readonly string[]): string | undefined => (names.length === 0 ? undefined : names.join(','))

/**
 * The quote is used up when the service answers, also where it is only to be looked at; that is noted here as well. A
 * signed approval is not handed over: who asked for the payload puts it in, and tries the swap only then.
 */
async function transaction(context: RemoteContext, request: PayloadRequest): Promise<Payload> {
  const stored = await context.quotes.get(request.quoteId)
  const { id, request: of } = liveQuote(stored, context.clock.now())
  const parameters = {
    quoteId: id,
    estimateGas: String(request.estimateGas && request.permit === undefined && request.keep !== true),
    fromAddress: request.from,
    toAddress: request.to,
  }
  const about = { network: of.network, sell: of.sell, buy: of.buy, quoteId: id }
  const payload = await context.ask({ path: '/aggregator/transaction', parameters, about }, readPayload)
  await noteUse(context, id, context.hash(payload.data))
  return payload
}

/**
 * Notes that a quote is used up, once. A service that keeps its quotes in the same store has noted it already, by the
 * payload that it has just made; nobody else notes that one.
 * @throws `QUOTE_CONSUMED` where it was used for anything else
 */
async function noteUse({ quotes, clock }: RemoteContext, id: QuoteId, payloadHash: Hex): Promise<void> {
  try {
    await quotes.consume(id, clock.now())
  } catch (error) {
    const isOfThis = async () => (await quotes.byPayload(payloadHash)).some(({ quote }) => quote.id === id)
    if (!isFailure(error, 'QUOTE_CONSUMED') || !(await isOfThis())) throw error
  }
}

const states: Readonly<Record<string, NetworkState>> = { online: 'ready', degraded: 'read-only', offline: 'no-rpc' }

/** The networks this program knows, in the states the service says. */
async function networks({ ask, listings }: RemoteContext): Promise<readonly NetworkStatus[]> {
  const told = await ask({ path: '/token-manager/networks', parameters: {}, about: {} }, (body) => {
    return new Map(bodiesOf(body, 'networks', 500).map((one) => [textAt(one, 'name'), one['status']]))
  })
  return listings().map((listing) => ({ listing, state: stateOf(listing, told.get(listing.name)) }))
}

function stateOf({ entry }: NetworkListing, status: unknown): NetworkState {
  if (entry === undefined) return 'planned'
  return (typeof status === 'string' ? states[status] : undefined) ?? 'no-rpc'
}
