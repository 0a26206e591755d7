import { formatFraction } from '#domain/api/plain'
import type { Clock } from '#domain/clock'
import { fail, isFailure, SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import type { Payload } from '#domain/payload'
import { type AnyQuoteRequest, type Quote, requireLiveQuote } from '#domain/quotes/quote'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { NetworkState, NetworkStatus, PayloadRequest, Service } from '#domain/service/service'
import type { QuoteStore } from '#domain/service/stores'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Token } from '#domain/token'
import type { Address, Hex, NetworkName, QuoteId } from '#domain/units'
import { parseBodies, parseBody, textAt } from './body.ts'
import { parsePayload } from './parse-payload.ts'
import { parseQuote, withRoute } from './parse-quote.ts'
import { parseRoute } from './parse-route.ts'
import { parseSwap } from './parse-swap.ts'
import type { ServiceClient } from './service-client.ts'

export interface RemoteContext {
  readonly ask: ServiceClient
  readonly clock: Pick<Clock, 'now'>
  /** Quotes requested here: `last`, short ids and accepted terms belong to this machine. */
  readonly quotes: QuoteStore
  /** keccak-256 of a payload's data or an order's signature, as stored by `QuoteStore.consume`. */
  readonly hash: (data: Hex) => Hex
  /** @throws what reading the token from its network throws */
  readonly token: (network: NetworkName, address: Address) => Promise<Token>
  readonly network: (name: NetworkName) => Network
  readonly listings: () => readonly NetworkListing[]
  /** Checks the user's own endpoints. */
  readonly check: Service['listNetworks']
}

/** The aggregation service over HTTP. Its answers are never trusted where money depends on them. */
export const createRemoteService = (context: RemoteContext): Service => ({
  quote: (question) => fetchQuote(context, question),
  buildPayload: (request) => fetchTransaction(context, request),
  execute: (submission) => executeOrder(context, submission),
  getSwap: (id) =>
    context.ask({ path: '/user-manager/swap', parameters: { swapId: id }, about: { quoteId: id } }, (body) =>
      parseSwap(body, { network: context.network, receivedAt: context.clock.now() }),
    ),
  getQuote: (reference) => context.quotes.get(reference),
  listNetworks: (check = []) => (check.length > 0 ? context.check(check) : fetchNetworks(context)),
})

async function fetchQuote(context: RemoteContext, asked: AnyQuoteRequest): Promise<Quote> {
  if (asked.block !== undefined)
    throw fail('SERVICE_CANNOT', { what: 'A quote at a block', fix: 'leave --block out, or quote without --service' })
  const { ask, token } = context
  const network = context.network(asked.network)
  const about = { network: asked.network, sell: asked.sell, buy: asked.buy }
  const [sell, buy] = await Promise.all([token(asked.network, asked.sell), token(asked.network, asked.buy)])
  const question = { path: '/aggregator/quote', parameters: toParameters(asked), about }
  const read = await ask(question, (body) =>
    parseQuote({ asked, network, sell, buy, receivedAt: context.clock.now() }, body),
  )
  return ask(
    { path: '/aggregator/distributions', parameters: { 'quote-id': read.id }, about: { ...about, quoteId: read.id } },
    (body) => keep(context, withRoute(read, network, parseRoute(network, parseBody(body, 'the distribution')))),
  )
}

/** @throws RangeError for the id of a quote of other terms: what is told by its id would be of those */
async function keep({ quotes }: RemoteContext, made: Quote): Promise<Quote> {
  try {
    await quotes.put(made)
    return made
  } catch (error) {
    if (!isFailure(error, 'INTERNAL')) throw error
    throw new RangeError(`its id is that of an earlier quote of other terms: ${made.id}`)
  }
}

function toParameters(request: AnyQuoteRequest): Readonly<Record<string, string | undefined>> {
  const { affiliate, include, exclude, gasPrice } = request
  const isPool = (name: string) => name.startsWith('0x')
  return {
    network: request.network,
    fromTokenAddress: request.sell,
    toTokenAddress: request.buy,
    ...(request.sellAmount === undefined
      ? { buyAmount: String(request.buyAmount) }
      : { sellAmount: String(request.sellAmount) }),
    slippage: formatFraction(request.slippage),
    fromAddress: request.from,
    toAddress: request.to,
    gasless: String(request.gasless === true),
    affiliateAddress: affiliate?.address,
    affiliateFee: affiliate && formatFraction(affiliate.fee),
    liquiditySources: joinNames(include),
    excludeSources: joinNames(exclude.filter((name) => !isPool(name))),
    excludePools: joinNames(exclude.filter(isPool)),
    maxHops: String(request.maxHops),
    maxSplits: String(request.maxSplits),
    maxLegs: String(request.maxLegs),
    gasPrice: gasPrice === undefined ? undefined : String(gasPrice),
    optimizeFor: request.optimizeFor,
  }
}

/** How often an order is submitted whose answer was lost: the service takes the same bytes once. */
const maxSubmissions = 3

/**
 * The quote is used from before the order leaves this machine: whatever the service answers, it has the order then. Lost
 * answers are asked for again with the same bytes, which give the same record. The order can execute once, however often
 * it is signed: its nonce is the quote's.
 * @throws with `sent: false` what fails before
 */
async function executeOrder(context: RemoteContext, submission: OrderSubmission): Promise<SwapRecord> {
  const { ask, clock } = context
  const { id, request } = await consumeForOrder(context, submission)
  const about = { network: request.network, sell: request.sell, buy: request.buy, quoteId: id }
  const body = {
    networkName: request.network,
    quoteId: id,
    swapSignature: submission.signature,
    permitSignature: submission.permitSignature,
    permitDeadline: submission.permitDeadline,
  }
  const question = { path: '/user-manager/execute-swap', parameters: {}, body, about }
  for (let tries = 1; ; tries++) {
    try {
      const facts = { network: context.network, receivedAt: clock.now() }
      return await ask(question, (answer) => parseSwap(answer, facts))
    } catch (error) {
      if (!isFailure(error, 'SERVICE_UNREACHABLE') || tries === maxSubmissions) throw error
    }
  }
}

/**
 * Named by the order's signature, so that a service with the same store takes this very order all the same.
 * @throws with `sent: false`, unless another process has submitted an order of the quote
 */
async function consumeForOrder(
  { quotes, clock, hash }: RemoteContext,
  { quoteId, signature }: OrderSubmission,
): Promise<Quote> {
  try {
    const quote = requireLiveQuote(await quotes.get(quoteId), clock.now())
    await quotes.consume(quote.id, clock.now(), hash(signature))
    return quote
  } catch (error) {
    if (!(error instanceof SwapError) || error.code === 'QUOTE_CONSUMED') throw error
    throw error.withContext({ sent: false })
  }
}

const joinNames = (names: readonly string[]): string | undefined => (names.length === 0 ? undefined : names.join(','))

/**
 * The service consumes the quote when it answers, even for a dry run; that is recorded here as well. A signed approval
 * is not sent to the service: the caller inserts it, and simulates the swap only then.
 */
async function fetchTransaction(context: RemoteContext, request: PayloadRequest): Promise<Payload> {
  const stored = await context.quotes.get(request.quoteId)
  const { id, request: of } = requireLiveQuote(stored, context.clock.now())
  const parameters = {
    quoteId: id,
    estimateGas: String(request.estimateGas && request.permit === undefined && request.keepsQuote !== true),
    fromAddress: request.from,
    toAddress: request.to,
  }
  const about = { network: of.network, sell: of.sell, buy: of.buy, quoteId: id }
  const payload = await context.ask({ path: '/aggregator/transaction', parameters, about }, parsePayload)
  await markConsumed(context, id, context.hash(payload.data))
  return payload
}

/**
 * Records once that a quote is consumed. A service with the same store has already recorded it, with the payload it has
 * just built; no one else records that one.
 * @throws `QUOTE_CONSUMED` if it was consumed by any other payload
 */
async function markConsumed({ quotes, clock }: RemoteContext, id: QuoteId, payloadHash: Hex): Promise<void> {
  try {
    await quotes.consume(id, clock.now())
  } catch (error) {
    const isOfThis = async () => (await quotes.findByPayload(payloadHash)).some(({ quote }) => quote.id === id)
    if (!isFailure(error, 'QUOTE_CONSUMED') || !(await isOfThis())) throw error
  }
}

const states: Readonly<Record<string, NetworkState>> = { online: 'ready', degraded: 'read-only', offline: 'no-rpc' }

/** The networks this program knows, with the states the service reports. */
async function fetchNetworks({ ask, listings }: RemoteContext): Promise<readonly NetworkStatus[]> {
  const told = await ask({ path: '/token-manager/networks', parameters: {}, about: {} }, (body) => {
    return new Map(parseBodies(body, 'networks', 500).map((one) => [textAt(one, 'name'), one]))
  })
  return listings().map((listing) => {
    const one = told.get(listing.name)
    return { listing, state: stateOf(listing, one?.['status']), gasless: one?.['gasless'] === true }
  })
}

function stateOf({ entry }: NetworkListing, status: unknown): NetworkState {
  if (entry === undefined) return 'planned'
  const isKnown = typeof status === 'string' && Object.hasOwn(states, status)
  return (isKnown ? states[status] : undefined) ?? 'no-rpc'
}
