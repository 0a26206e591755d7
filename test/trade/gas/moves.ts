/** Trades of others in a route's pools, by which a price moves as far as a slippage allows. */
import type { Chain } from '#domain/chain/port'
import type { Protocol, Protocols, Trade } from '#domain/pools/protocol'
import type { Leg, Route } from '#domain/quotes/route'
import { type Amount, amount } from '#domain/units'

export interface Move {
  readonly leg: Leg
  /** The leg's own direction, or the other one. */
  readonly isReversed: boolean
  readonly amountIn: Amount
}

interface Wish {
  /** By how much the price of a pool moves, 0 … 1. */
  readonly share: number
  readonly isReversed: boolean
}

/** The legs of a route by pool, each pool once. */
export const listPools = ({ legs }: Route): readonly Leg[] => [
  ...new Map(legs.map((leg) => [leg.pool.address, leg])).values(),
]

/** The state of a leg's pool at the head; `undefined` if it has none. */
async function readState(chain: Chain, { pool }: Leg): Promise<unknown> {
  const { snapshot } = await chain.survey({ tokens: pool.tokens, venues: [pool.venue], reads: [], balances: [] })
  return snapshot.pools.find((live) => live.pool.address === pool.address)?.state
}

/** The trade that moves the price of a leg's pool by at most this much; `undefined` if none does. */
export async function planMove(
  chain: Chain,
  protocols: Protocols,
  leg: Leg,
  { share, isReversed }: Wish,
): Promise<Move | undefined> {
  const protocol = protocols.get(leg.pool.venue.protocol)
  const state = await readState(chain, leg)
  if (protocol === undefined || state === undefined) return undefined
  const amountIn = findAmount({ protocol, state, leg }, { share, isReversed })
  return amountIn === undefined ? undefined : { leg, isReversed, amountIn }
}

interface Place {
  readonly protocol: Protocol<unknown>
  readonly state: unknown
  readonly leg: Leg
}

const steps = 24

/** The largest amount by halving, on a scale of magnitudes. */
function findAmount(place: Place, { share, isReversed }: Wish): Amount | undefined {
  const { leg } = place
  const begin = Number(isReversed ? leg.amountOut : leg.amountIn)
  let [low, high] = [Math.log10(begin) - 4, Math.log10(begin) + 5]
  let found: Amount | undefined
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2
    const raw = amount(BigInt(Math.floor(10 ** middle)))
    const moved = raw > 0n ? movePrice(place, raw, isReversed) : 0
    if (moved !== undefined && moved <= share) {
      low = middle
      if (raw > 0n) found = raw
    } else high = middle
  }
  return found
}

/** By how much a trade moves the price of the leg's direction, as a share; `undefined` if the pool refuses it. */
function movePrice({ protocol, state, leg }: Place, raw: Amount, isReversed: boolean): number | undefined {
  const [from, to] = [leg.pool.tokens.indexOf(leg.tokenIn), leg.pool.tokens.indexOf(leg.tokenOut)]
  const trade: Trade = isReversed ? { from: to, to: from, amountIn: raw } : { from, to, amountIn: raw }
  const probe = { from, to, amountIn: amount(leg.amountIn / 64n + 1n) }
  try {
    if (protocol.amountOut(state, trade) === undefined) return undefined
    const before = Number(protocol.amountOut(state, probe) ?? 0n)
    const after = Number(protocol.amountOut(protocol.stateAfter(state, trade), probe) ?? 0n)
    return before === 0 || after === 0 ? undefined : Math.abs(after / before - 1)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
