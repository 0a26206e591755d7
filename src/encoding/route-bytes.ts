/**
 * The route as the router's calldata carries it; the layout is that of `contracts/src/legs/Leg.sol`:
 *
 *     [20 wrapped native]   only where native currency is sold or bought
 *     a leg:  1 flags · 20 pool · 4 share, 0 for the whole · 3 fee, ppm, 0 for a callback · [20 token, by flag]
 *     flags:  bits 0-1 move (push 0, callback 1) · 2 zero for one · 3 names its token · 4 finds its input in the pool
 *             5-6 destination (router 0, recipient 1, next pool 2) · 7 measured
 */
import { wholeShare } from '#domain/route'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { namesToken, type RouteLeg } from './route-legs.ts'
import { packed, packedAddress } from './words.ts'

const moves = ['push', 'callback'] as const
const destinations = ['router', 'recipient', 'next-pool'] as const
const feeLimit = 1_000_000

export interface DecodedRoute {
  /** Set where native currency is sold or bought. */
  readonly wrapped: Address | undefined
  readonly legs: readonly RouteLeg[]
}

/** @throws RangeError where a share, fee or token is not what the leg's kind allows. */
export function encodeRoute(route: DecodedRoute): Hex {
  const head = route.wrapped === undefined ? '' : packedAddress(route.wrapped)
  return hex(`0x${head}${route.legs.map(encodeLeg).join('')}`)
}

/**
 * @param native whether native currency is sold or bought, so that the wrapped form comes first
 * @returns `undefined` where any bit is not one that {@link encodeRoute} would write
 */
export function decodeRoute(route: Hex, native: boolean): DecodedRoute | undefined {
  const bytes = route.slice(2)
  const start = native ? 40 : 0
  if (bytes.length < start) return undefined
  const wrapped = native ? evm(`0x${bytes.slice(0, 40)}`) : undefined

  const legs: RouteLeg[] = []
  let fed = false
  for (let at = start; at < bytes.length; ) {
    const found = decodeLeg(bytes, at)
    if (found === undefined || fed !== (found.leg.source === 'pool')) return undefined
    legs.push(found.leg)
    fed = found.leg.destination === 'next-pool'
    at = found.next
  }
  return fed ? undefined : { wrapped, legs }
}

function encodeLeg(leg: RouteLeg): string {
  if (!(leg.share32 >= 1 && leg.share32 <= wholeShare)) throw new RangeError(`share ${leg.share32} outside 1 … 2^32`)
  if (leg.source === 'pool' && leg.share32 !== wholeShare) throw new RangeError('what lies in a pool is traded whole')
  if (namesToken(leg) !== (leg.tokenIn !== undefined)) throw new RangeError('a token named for nothing, or missing')
  if (leg.move === 'push' && leg.feePpm >= feeLimit) throw new RangeError(`fee ${leg.feePpm} ppm leaves nothing`)

  return [
    packed(flagsOf(leg), 1),
    packedAddress(leg.pool),
    packed(leg.share32 === wholeShare ? 0 : leg.share32, 4),
    packed(leg.move === 'push' ? leg.feePpm : 0, 3),
    leg.tokenIn === undefined ? '' : packedAddress(leg.tokenIn),
  ].join('')
}

function flagsOf(leg: RouteLeg): number {
  return (
    moves.indexOf(leg.move) |
    (leg.zeroForOne ? 4 : 0) |
    (namesToken(leg) ? 8 : 0) |
    (leg.source === 'pool' ? 16 : 0) |
    (destinations.indexOf(leg.destination) << 5) |
    (leg.move === 'push' && leg.measured ? 128 : 0)
  )
}

function decodeLeg(bytes: string, start: number): { leg: RouteLeg; next: number } | undefined {
  let at = start
  const take = (count: number): string => {
    at += count * 2
    return bytes.slice(at - count * 2, at)
  }

  const flags = Number.parseInt(take(1), 16)
  const pool = take(20)
  const share = Number.parseInt(take(4), 16)
  const feePpm = Number.parseInt(take(3), 16)
  const named = (flags & 8) !== 0
  const token = named ? take(20) : undefined
  const move = moves[flags & 3]
  const destination = destinations[(flags >> 5) & 3]
  if (at > bytes.length || move === undefined || destination === undefined) return undefined

  const leg = madeOf(move, flags, feePpm, {
    pool: evm(`0x${pool}`),
    zeroForOne: (flags & 4) !== 0,
    share32: share === 0 ? wholeShare : share,
    destination,
    tokenIn: token === undefined ? undefined : evm(`0x${token}`),
  })
  return leg === undefined || namesToken(leg) !== named ? undefined : { leg, next: at }
}

type Common = Pick<RouteLeg, 'pool' | 'zeroForOne' | 'share32' | 'destination' | 'tokenIn'>

/** `undefined` for bits that mean nothing for the move, and for a part of what lies in a pool. */
function madeOf(move: RouteLeg['move'], flags: number, feePpm: number, leg: Common): RouteLeg | undefined {
  const fed = (flags & 16) !== 0
  const measured = flags > 127
  const source = (flags & 8) === 0 ? 'payer' : 'router'
  if (move === 'callback') return fed || measured || feePpm !== 0 ? undefined : { move, source, ...leg }
  if (feePpm >= feeLimit || (fed && leg.share32 !== wholeShare)) return undefined
  return { move, source: fed ? 'pool' : source, feePpm, measured, ...leg }
}
