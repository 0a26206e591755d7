import type { Network } from '#domain/network'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { Hop, Leg, Path } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, amountAt, type Body, countAt, fractionAt, parseBodies, parseBody, textAt } from './body.ts'

/** The route in a `distributions` answer. */
export interface ParsedRoute {
  readonly legs: readonly Leg[]
  readonly paths: readonly Path[]
}

const maxLegs = 64
const maxPaths = 20
const maxHops = 5

/** The service's route, for display. The service builds the payload, so the legs need only what is displayed. */
export function parseRoute(network: Network, body: Body): ParsedRoute {
  const paths = parseBodies(body['distributions'], 'distributions', maxPaths).map((path) => parsePath(network, path))
  const pools = new Map(paths.flatMap(({ hops }) => hops.map(({ pool }) => [pool.address, pool])))
  const legs = parseBodies(body['legs'] ?? [], 'legs', maxLegs).map((leg) => parseLeg(network, pools, leg))
  return { legs, paths }
}

function parsePath(network: Network, body: Body): Path {
  const hops = parseBodies(body['route'], 'route', maxHops).map((hop) => parseHop(network, hop))
  return { amountIn: amountAt(body, 'amountIn'), amountOut: amountAt(body, 'amountOut'), hops }
}

function parseHop(network: Network, body: Body): Hop {
  const [tokenIn, tokenOut] = [addressAt(body, 'fromTokenAddress'), addressAt(body, 'toTokenAddress')]
  const told = parseBody(body['pool'], 'pool')
  const venue = findVenue(network, textAt(body, 'protocol'), textAt(told, 'type'))
  const pool = {
    venue,
    address: addressAt(told, 'address'),
    tokens: [tokenIn, tokenOut],
    feePpm: fractionAt(told, 'fee'),
  }
  return { pool, tokenIn, tokenOut, amountIn: amountAt(body, 'amountIn'), amountOut: amountAt(body, 'amountOut') }
}

function parseLeg(network: Network, pools: ReadonlyMap<Address, Pool>, body: Body): Leg {
  const [address, tokenIn, tokenOut] = [
    addressAt(body, 'pool'),
    addressAt(body, 'tokenIn'),
    addressAt(body, 'tokenOut'),
  ]
  const name = textAt(body, 'protocol')
  const unknown = { venue: findVenue(network, name, name), address, tokens: [tokenIn, tokenOut], feePpm: 0 }
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

/** Our venue of this name, or a placeholder for one that only the service knows. */
function findVenue(network: Network, name: string, protocol: string): Venue {
  const known = network.venues.find((venue) => venue.name === name)
  return known ?? { protocol, name, title: name, factory: nativeToken, feesPpm: [] }
}
