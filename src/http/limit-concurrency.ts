/** What a request may use, with all that costs behind the gate of its network. */
import { fail } from '#domain/errors'
import { routerOf, type Service } from '#domain/service'
import type { SwapTracker } from '#domain/swap-record'
import type { TokenPrices } from '#domain/token'
import type { TokenBook } from '#domain/trader'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from './context.ts'
import type { NetworkGates } from './network-gates.ts'
import { findingOf, type NetworkStatusCache } from './network-status-cache.ts'

/** Runs work in its network's turn. @throws `OVERLOADED` */
type Turn = <T>(network: NetworkName | undefined, work: () => Promise<T>) => Promise<T>

export function limitConcurrency(context: RouteContext, gates: NetworkGates, unwanted: AbortSignal): RouteContext {
  const turn: Turn = (network, work) => gates.of(network).pass(work, unwanted)
  return {
    ...context,
    service: limitedService(context, turn, unwanted),
    swaps: limitedTracker(context.swaps, turn),
    prices: limitedPrices(context.prices, turn),
    tokens: limitedTokens(context.tokens, turn),
  }
}

const limitedService = ({ service, statuses }: RouteContext, turn: Turn, unwanted: AbortSignal): Service => ({
  quote: async (request) => {
    refuseWithoutRouter(statuses, request.network)
    return turn(request.network, () => service.quote(request))
  },
  transaction: async (request) => {
    if (request.network !== undefined) refuseWithoutRouter(statuses, request.network)
    return turn(request.network, () => service.transaction({ ...request, unwanted }))
  },
  stored: (reference) => service.stored(reference),
  networks: (check) => service.networks(check),
})

/**
 * Spares the network a survey for each refusal. Where nothing is known the service itself looks, and refuses likewise.
 * @throws `ROUTER_NOT_DEPLOYED`
 */
function refuseWithoutRouter(statuses: Pick<NetworkStatusCache, 'known'>, network: NetworkName): void {
  const status = statuses.known(network)
  const router = status?.check && routerOf(status.check)
  if (findingOf(status) !== 'no-router' || router === undefined) return
  throw fail('ROUTER_NOT_DEPLOYED', { network, address: router.address, reason: 'its code is not' })
}

/** Looking for swaps on a chain costs as much as a quote. */
const limitedTracker = (tracker: SwapTracker, turn: Turn): SwapTracker => ({
  ...tracker,
  swap: async (reference) => turn(await tracker.networkOf(reference), () => tracker.swap(reference)),
  discover: (wallet, network) => turn(network, () => tracker.discover(wallet, network)),
})

const limitedPrices = (prices: TokenPrices, turn: Turn): TokenPrices => ({
  listed: (network) => turn(network, () => prices.listed(network)),
})

const limitedTokens = (tokens: TokenBook, turn: Turn): TokenBook => ({
  list: (network) => tokens.list(network),
  resolve: (network, text, allowUnlisted) => turn(network, () => tokens.resolve(network, text, allowUnlisted)),
})
