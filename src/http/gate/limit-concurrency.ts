/** The dependencies of a request, with all costly work limited per network. */
import { fail } from '#domain/errors'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { CrossingService } from '#domain/service/crossing-service'
import { routerOf, type Service } from '#domain/service/service'
import type { SwapTracker } from '#domain/service/swap-record'
import type { TokenPrices } from '#domain/token'
import type { TokenBook } from '#domain/trade/token-book'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { healthOf, type NetworkStatusCache } from '#http/health/network-status-cache'
import type { NetworkLimiters } from './network-limiters.ts'
import type { AnswerWait } from './with-deadline.ts'

/** Runs work within its network's limit. @throws `OVERLOADED` */
type RunLimited = <T>(network: NetworkName | undefined, work: () => Promise<T>) => Promise<T>

export function limitConcurrency(context: RouteContext, limiters: NetworkLimiters, wait: AnswerWait): RouteContext {
  const { unwanted } = wait
  const run: RunLimited = (network, work) => limiters.of(network).run(work, unwanted)
  return {
    ...context,
    service: limitService(context, run, wait),
    crossing: limitCrossing(context.crossing, run, wait),
    swaps: limitTracker(context.swaps, run),
    prices: limitPrices(context.prices, run),
    tokens: limitTokens(context.tokens, run),
    explainQuote: (quote) => limiters.pages.run(() => context.explainQuote(quote), unwanted),
  }
}

/** An order that is being accepted is answered for, however late. */
const toSubmission = ({ unwanted, keep }: AnswerWait): Pick<OrderSubmission, 'signal' | 'accepting'> => ({
  signal: unwanted,
  accepting: keep,
})

const limitService = ({ service, statuses }: RouteContext, run: RunLimited, wait: AnswerWait): Service => ({
  quote: async (request) => {
    refuseWithoutRouter(statuses, request.network)
    return run(request.network, () => service.quote(request))
  },
  buildPayload: async (request) => {
    if (request.network !== undefined) refuseWithoutRouter(statuses, request.network)
    return run(request.network, () => service.buildPayload({ ...request, signal: wait.unwanted }))
  },
  execute: async (submission) => {
    const { quote } = await service.getQuote(submission.quoteId)
    return run(quote.request.network, () => service.execute({ ...submission, ...toSubmission(wait) }))
  },
  getSwap: (id) => service.getSwap(id),
  getQuote: (reference) => service.getQuote(reference),
  listNetworks: (check) => service.listNetworks(check),
})

/** Work of the source alone: with a place on both networks, each direction could wait for the other one's. */
const limitCrossing = (crossing: CrossingService, run: RunLimited, wait: AnswerWait): CrossingService => {
  const sourceOf = async (quoteId: string) => (await crossing.findQuote(quoteId))?.quote.request.network
  return {
    ...crossing,
    quote: (request) => run(request.network, () => crossing.quote(request)),
    buildPayload: async (request) =>
      run(await sourceOf(request.quoteId), () => crossing.buildPayload({ ...request, signal: wait.unwanted })),
    execute: async (submission) =>
      run(await sourceOf(submission.quoteId), () => crossing.execute({ ...submission, ...toSubmission(wait) })),
  }
}

/**
 * Spares the network a survey for each refusal. If the status is unknown, the service checks and refuses likewise.
 * @throws `ROUTER_NOT_DEPLOYED`
 */
function refuseWithoutRouter(statuses: Pick<NetworkStatusCache, 'peek'>, network: NetworkName): void {
  const status = statuses.peek(network)
  const router = status?.check && routerOf(status.check)
  if (healthOf(status) !== 'no-router' || router === undefined) return
  throw fail('ROUTER_NOT_DEPLOYED', { network, address: router.address, reason: 'its code is not' })
}

/** Searching for swaps on a chain costs as much as a quote. */
const limitTracker = (tracker: SwapTracker, run: RunLimited): SwapTracker => ({
  ...tracker,
  findSwap: async (reference) => run(await tracker.networkOf(reference), () => tracker.findSwap(reference)),
  discover: (wallet, network) => run(network, () => tracker.discover(wallet, network)),
})

const limitPrices = (prices: TokenPrices, run: RunLimited): TokenPrices => ({
  listed: (network) => run(network, () => prices.listed(network)),
})

const limitTokens = (tokens: TokenBook, run: RunLimited): TokenBook => ({
  list: (network) => tokens.list(network),
  listAll: (network) => tokens.listAll(network),
  resolve: (network, text, allowUnlisted) => run(network, () => tokens.resolve(network, text, allowUnlisted)),
})
