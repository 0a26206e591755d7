import type { Network } from '#domain/network'
import type { Pool, Venue } from '#domain/protocol'
import type { Hop, Leg, Path } from '#domain/route'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, amountAt, type Body, bodiesOf, bodyOf, countAt, fractionAt, textAt } from './body.ts'

/** What `distributions` answers of a route. */
export interface ReadRoute {
  readonly legs: readonly Leg[]
  readonly paths: readonly Path[]
}

const mostLegs = 64
const mostPaths = 20
const mostHops = 5

/**
 * A route as the service tells it: for people to look at. Nothing is built from it, since the service builds the
 * payload, so its legs need no more than what they show.
 */
export function readRoute(network: Network, body: Body): ReadRoute {
  const paths = bodiesOf(body['distributions'], 'distributions', mostPaths).map((path) => pathOf(network, path))
  const pools = new Map(paths.flatMap(({ hops }) => hops.map(({ pool }) => [pool.address, pool])))
  const legs = bodiesOf(body['legs'] ?? [], 'legs', mostLegs).map((leg) => legOf(network, pools, leg))
  return { legs, paths }
}

function pathOf(network: Network, body: Body): Path {
  const hops = bodiesOf(body['route'], 'route', mostHops).map((hop) => hopOf(network, hop))
  return { amountIn: amountAt(body, 'amountIn'), amountOut: amountAt(body, 'amountOut'), hops }
}

function hopOf(network: Network, body: Body): Hop {
  const [tokenIn, tokenOut] = [addressAt(body, 'fromTokenAddress'), addressAt(body, 'toTokenAddress')]
  const told = bodyOf(body['pool'], 'pool')
  const venue = venueOf(network, textAt(body, 'protocol'), textAt(told, 'type'))
  const pool = {
    venue,
    address: addressAt(told, 'address'),
    tokens: [tokenIn, tokenOut],
    feePpm: fractionAt(told, 'fee'),
  }
  return { pool, tokenIn, tokenOut, amountIn: amountAt(body, 'amountIn'), amountOut: amountAt(body, 'amountOut') }
}

function legOf(network: Network, pools: ReadonlyMap<Address, Pool>, body: Body): Leg {
  const [address, tokenIn, tokenOut] = [
    addressAt(body, 'pool'),
    addressAt(body, 'tokenIn'),
    addressAt(body, 'tokenOut'),
  ]
  const name = textAt(body, 'protocol')
  const unknown = { venue: venueOf(network, name, name), address, tokens: [tokenIn, tokenOut], feePpm: 0 }
  return {
    pool: pools.get(address) ?? unknown,
    move: { move: 'callback', pool: address, zeroForOne: tokenIn < tokenOut },
    tokenIn,
    tokenOut,
    share32: countAt(body, 'share32'),
    amountIn: amountAt(body, 'amountIn'),
    amountOut: amountAt(body, 'amountOut'),
  }
}

/** Ours by this name, or one that only the service knows. */
function venueOf(network: Network, name: string, protocol: string): Venue {
  const known = network.venues.find((venue) => venue.name === name)
  return known ?? { protocol, name, title: name, factory: nativeToken, feesPpm: [] }
}
