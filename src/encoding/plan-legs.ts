import { type Leg, wholeShare } from '#domain/route'
import type { Address } from '#domain/units'
import { namesToken, type RouteLeg } from './route-legs.ts'

/** The tokens a route starts and ends with, as pools trade them: never native. */
export interface Ends {
  readonly sold: Address
  readonly bought: Address
  /** Tokens of which a pool receives less than it is sent. */
  readonly feeOnTransfer: ReadonlySet<Address>
}

/**
 * Decides for every leg where its input comes from and where its output goes. A leg that is followed by a push or an
 * adapter which takes all of its output sends it straight there; everything else that is not bought waits in the router.
 * @throws RangeError where something would stay behind in the router, or be spent before it is there
 */
export function planLegs(legs: readonly Leg[], ends: Ends): readonly RouteLeg[] {
  checkNothingStays(legs, ends)
  let fed = false
  return legs.map((leg, index) => {
    const source = fed ? 'pool' : leg.tokenIn === ends.sold ? 'payer' : 'router'
    fed = leg.tokenOut !== ends.bought && feedsNext(legs, index)
    const destination = leg.tokenOut === ends.bought ? 'recipient' : fed ? 'next-pool' : 'router'
    return planned(leg, source, destination, ends)
  })
}

function planned(
  leg: Leg,
  source: RouteLeg['source'],
  destination: RouteLeg['destination'],
  { feeOnTransfer }: Ends,
): RouteLeg {
  const { move, tokenIn, tokenOut, share32 } = leg
  const measured = move.move === 'push' && feeOnTransfer.has(tokenIn)
  const named = namesToken({ move: move.move, source, measured }) ? tokenIn : undefined
  const base = { share32, destination, tokenIn: named }
  if (move.move === 'push') return { ...move, source, measured, ...base }
  // An adapter looks at what it got.
  if (move.move === 'adapter') return { ...move, zeroForOne: false, source, tokenOut, ...base }
  if (source === 'pool' || feeOnTransfer.has(tokenIn))
    throw new RangeError(`${move.pool} cannot be paid ahead or less than it asks for`)
  return move.move === 'vault' ? { ...move, source, tokenOut, ...base } : { ...move, source, ...base }
}

/** Whether a move finds in the pool what it was sent ahead. */
const takesAhead = ({ move }: Leg['move']): boolean => move === 'push' || move === 'adapter'

/** Whether all there will ever be of a leg's output goes into the push or adapter that follows. */
function feedsNext(legs: readonly Leg[], index: number): boolean {
  const [leg, next] = [legs[index], legs[index + 1]]
  if (leg === undefined || next === undefined) return false
  const producers = legs.filter((other) => other.tokenOut === leg.tokenOut)
  return takesAhead(next.move) && next.tokenIn === leg.tokenOut && next.share32 === wholeShare && producers.length === 1
}

function checkNothingStays(legs: readonly Leg[], { sold, bought }: Ends): void {
  const waiting = new Set([sold])
  for (const { tokenIn, tokenOut, share32 } of legs) {
    if (tokenIn === bought || tokenOut === sold) throw new RangeError(`a route may not go through its own ends`)
    if (!waiting.has(tokenIn)) throw new RangeError(`nothing is left of ${tokenIn} for a leg that spends it`)
    if (share32 === wholeShare) waiting.delete(tokenIn)
    if (tokenOut !== bought) waiting.add(tokenOut)
  }
  if (legs.length > 0 && waiting.size > 0) throw new RangeError(`no leg takes the rest of ${[...waiting].join(', ')}`)
}
