/**
 * The route as the router's calldata carries it; the layout is that of `contracts/src/legs/Leg.sol`:
 *
 *     [20 wrapped native]   only where native currency is sold or bought
 *     a leg:  1 flags · 20 pool · 4 share · [3 fee, ppm: push only] · [20 token: where `namesToken`]
 *     flags:  bits 0-1 move (push 0, callback 1) · 2 zero for one · 3-4 source (payer 0, router 1, pool 2)
 *             5-6 destination (router 0, recipient 1, next pool 2) · 7 measured
 */
import { wholeShare } from '#domain/route'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { namesToken, type RouteLeg } from './route-legs.ts'
import { packed, packedAddress } from './words.ts'

const moves = ['push', 'callback'] as const
const sources = ['payer', 'router', 'pool'] as const
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
    leg.move === 'push' ? packed(leg.feePpm, 3) : '',
    leg.tokenIn === undefined ? '' : packedAddress(leg.tokenIn),
  ].join('')
}

function flagsOf(leg: RouteLeg): number {
  return (
    moves.indexOf(leg.move) |
    (leg.zeroForOne ? 4 : 0) |
    (sources.indexOf(leg.source) << 3) |
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
  const [move, source, destination] = [moves[flags & 3], sources[(flags >> 3) & 3], destinations[(flags >> 5) & 3]]
  const measured = flags > 127
  if (move === undefined || source === undefined || destination === undefined) return undefined

  const pool = take(20)
  const share = Number.parseInt(take(4), 16)
  const feePpm = move === 'push' ? Number.parseInt(take(3), 16) : 0
  const token = namesToken({ source, measured }) ? take(20) : undefined
  if (at > bytes.length || feePpm >= feeLimit || (source === 'pool' && share !== 0)) return undefined

  const leg = {
    pool: evm(`0x${pool}`),
    zeroForOne: (flags & 4) !== 0,
    share32: share === 0 ? wholeShare : share,
    destination,
    tokenIn: token === undefined ? undefined : evm(`0x${token}`),
  }
  if (move === 'push') return { leg: { move, source, feePpm, measured, ...leg }, next: at }
  return source === 'pool' || measured ? undefined : { leg: { move, source, ...leg }, next: at }
}
