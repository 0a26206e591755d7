import { type Leg, wholeShare } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import { hasTokenField, type RouteLeg } from './route-legs.ts'

/** The tokens a route starts and ends with, as pools trade them: never native. */
export interface RouteTokens {
  readonly sold: Address
  readonly bought: Address
}

/**
 * Decides for every leg where its input comes from and where its output goes. If the next leg is a push or an adapter
 * that takes all of the output, the output is sent straight there. Every other intermediate output goes to the router,
 * and so does that of a fee-on-transfer token: its fees are known between pools and other accounts, not between pools.
 * @throws RangeError if something would stay in the router, or be spent before it is there; for a fee-on-transfer token
 *   that is not sold to a pool of which the router measures what it received
 */
export function planTransfers(legs: readonly Leg[], ends: RouteTokens): readonly RouteLeg[] {
  requireNothingLeft(legs, ends)
  const taxed = getFeeOnTransfer(legs)
  let fed = false
  return legs.map((leg, index) => {
    const source = fed ? 'pool' : leg.tokenIn === ends.sold ? 'payer' : 'router'
    fed = leg.tokenOut !== ends.bought && !taxed.has(leg.tokenOut) && feedsNext(legs, index)
    const destination = leg.tokenOut === ends.bought ? 'recipient' : fed ? 'next-pool' : 'router'
    return planLeg(leg, source, destination, taxed)
  })
}

/** The fee-on-transfer tokens of a route, as its pools state them: a pool receives less of them than it is sent. */
export const getFeeOnTransfer = (legs: readonly Leg[]): ReadonlySet<Address> =>
  new Set(legs.flatMap(({ pool }) => pool.feeOnTransfer ?? []))

function planLeg(
  leg: Leg,
  source: RouteLeg['source'],
  destination: RouteLeg['destination'],
  taxed: ReadonlySet<Address>,
): RouteLeg {
  const { move, tokenIn, tokenOut, share32 } = leg
  const measured = move.move === 'push' && taxed.has(tokenIn)
  if (taxed.has(tokenIn) && !measured) throw new RangeError(`${move.pool} cannot be paid less than it asks for`)
  const named = hasTokenField({ move: move.move, source, measured }) ? tokenIn : undefined
  const base = { share32, destination, tokenIn: named }
  if (move.move === 'push') return { ...move, source, measured, ...base }
  // An adapter reads what it received.
  if (move.move === 'adapter') return { ...move, zeroForOne: false, source, tokenOut, ...base }
  if (source === 'pool') throw new RangeError(`${move.pool} cannot be paid ahead`)
  return move.move === 'vault' ? { ...move, source, tokenOut, ...base } : { ...move, source, ...base }
}

/** True if a move finds its input in the pool, sent there beforehand. */
const acceptsPrepayment = ({ move }: Leg['move']): boolean => move === 'push' || move === 'adapter'

/** True if the whole output of a leg goes into the push or adapter that follows. */
function feedsNext(legs: readonly Leg[], index: number): boolean {
  const [leg, next] = [legs[index], legs[index + 1]]
  if (leg === undefined || next === undefined) return false
  const producers = legs.filter((other) => other.tokenOut === leg.tokenOut)
  return (
    acceptsPrepayment(next.move) &&
    next.tokenIn === leg.tokenOut &&
    next.share32 === wholeShare &&
    producers.length === 1
  )
}

function requireNothingLeft(legs: readonly Leg[], { sold, bought }: RouteTokens): void {
  const waiting = new Set([sold])
  for (const { tokenIn, tokenOut, share32 } of legs) {
    if (tokenIn === bought || tokenOut === sold) throw new RangeError(`a route may not go through its own ends`)
    if (!waiting.has(tokenIn)) throw new RangeError(`nothing is left of ${tokenIn} for a leg that spends it`)
    if (share32 === wholeShare) waiting.delete(tokenIn)
    if (tokenOut !== bought) waiting.add(tokenOut)
  }
  if (legs.length > 0 && waiting.size > 0) throw new RangeError(`no leg takes the rest of ${[...waiting].join(', ')}`)
}
