import { formatFraction } from '#domain/api/plain'
import type { CrossQuoteRequest } from '#domain/crossing/cross-quote'
import type { CrossingOffers, OfferedCrossing } from '#domain/crossing/offered-crossing'
import type { Network } from '#domain/network'
import { gas, type NetworkName, ppm } from '#domain/units'
import { addressAt, amountAt, type Body, bytesAt, parseBody, quoteIdAt, textAt } from './body.ts'
import { parseRoute } from './parse-route.ts'
import type { ServiceClient } from './service-client.ts'

/** Bytes of packed legs; a transaction of both stays below what nodes take. */
const maxRoute = 32_000

interface OffersContext {
  readonly ask: ServiceClient
  readonly network: (name: NetworkName) => Network
}

/** Quotes of a service for swaps to another network, with both routes. Its transactions are never asked for. */
export const createCrossingOffers = ({ ask, network }: OffersContext): CrossingOffers => ({
  async find(request) {
    const about = { network: request.network, sell: request.sell, buy: request.buy }
    const question = { path: '/aggregator/quote-in', parameters: toParameters(request), about }
    const { id, ...offered } = await ask(question, (body) => parseOffer(request, parseBody(body, 'the quote')))
    const readSide = (side: 'in' | 'out', name: NetworkName) =>
      ask(
        { path: `/aggregator/distribution-${side}`, parameters: { 'quote-id': id }, about: { ...about, quoteId: id } },
        (body) => parseRoute(network(name), parseBody(body, 'the distribution')),
      )
    const [shownIn, shownOut] = [await readSide('in', request.network), await readSide('out', request.toNetwork)]
    return { ...offered, shownIn, shownOut }
  },
})

const toParameters = (request: CrossQuoteRequest): Readonly<Record<string, string | undefined>> => ({
  fromNetwork: request.network,
  toNetwork: request.toNetwork,
  fromTokenAddress: request.sell,
  toTokenAddress: request.buy,
  sellAmount: String(request.sellAmount),
  slippageIn: formatFraction(request.slippageIn),
  slippageOut: formatFraction(ppm(request.slippage - request.slippageIn)),
  fromAddress: request.from,
  toAddress: request.to,
  gasless: 'false',
  bridgeTypes: request.bridges.length === 0 ? undefined : request.bridges.join(','),
})

/** @throws RangeError if it lacks something or is about another trade */
function parseOffer(
  request: CrossQuoteRequest,
  body: Body,
): Omit<OfferedCrossing, 'shownIn' | 'shownOut'> & { readonly id: string } {
  for (const [name, expected] of [
    ['fromNetwork', request.network],
    ['toNetwork', request.toNetwork],
    ['sellAmount', String(request.sellAmount)],
  ] as const)
    if (textAt(body, name) !== expected) throw new RangeError(`${name} is not the one requested`)
  const bridge = parseBody(body['bridge'], 'bridge')
  const calls = parseBody(body['calls'], 'calls')
  const arrival = parseBody(calls['destination'], 'destination')
  return {
    id: quoteIdAt(body, 'id'),
    bridge: textAt(bridge, 'name'),
    asset: addressAt(bridge, 'intermediaryFromToken'),
    deposited: amountAt(bridge, 'amountIn'),
    amountOut: amountAt(body, 'amountOut'),
    calls: {
      route: bytesAt(calls, 'route', maxRoute),
      arrival: { gas: gas(amountAt(arrival, 'gasLimit')), route: bytesAt(arrival, 'route', maxRoute) },
    },
  }
}
