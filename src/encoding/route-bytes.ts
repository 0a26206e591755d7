/**
 * The route as the router's calldata carries it; the layout is that of `contracts/src/legs/Leg.sol`:
 *
 *     [20 wrapped native]   only where native currency is sold or bought
 *     a leg:  1 flags · 20 pool · 4 share, 0 for the whole · 3 fee · [43 more, by move] · [20 token, by flag]
 *     flags:  bits 0-1 move (push 0, callback 1, vault 2, adapter 3) · 2 zero for one · 3 names its token
 *             4 finds its input in the pool · 5-6 destination (router 0, recipient 1, next pool 2) · 7 measured
 *     fee:    push: parts per million · vault: of the pool's key · adapter: the first half of its data · callback: 0
 *     more:   vault: 20 bought token · 3 tick spacing · 20 hooks
 *             adapter: 20 bought token · 3 the second half of its data · 20 whom it trades with
 */
import { wholeShare } from '#domain/route'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { type CallbackLeg, namesToken, type PushLeg, type RouteLeg } from './route-legs.ts'
import { packed, packedAddress } from './words.ts'

const moves = ['push', 'callback', 'vault', 'adapter'] as const
const destinations = ['router', 'recipient', 'next-pool'] as const
const feeLimit = 1_000_000
/** Of 24 bits: an adapter's data has two. */
const half = 2 ** 24

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
  const wrapped = native ? wrappedIn(route) : undefined

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

/** The wrapped form that a route begins with, of 20 bytes or more, where native currency is sold or bought. */
export const wrappedIn = (route: Hex): Address => evm(route.slice(0, 42))

function encodeLeg(leg: RouteLeg): string {
  if (!(leg.share32 >= 1 && leg.share32 <= wholeShare)) throw new RangeError(`share ${leg.share32} outside 1 … 2^32`)
  if (leg.source === 'pool' && leg.share32 !== wholeShare) throw new RangeError('what lies in a pool is traded whole')
  if (namesToken(leg) !== (leg.tokenIn !== undefined)) throw new RangeError('a token named for nothing, or missing')
  if (leg.move === 'push' && leg.feePpm >= feeLimit) throw new RangeError(`fee ${leg.feePpm} ppm leaves nothing`)

  return [
    packed(flagsOf(leg), 1),
    packedAddress(leg.pool),
    packed(leg.share32 === wholeShare ? 0 : leg.share32, 4),
    packed(feeOf(leg), 3),
    moreOf(leg),
    leg.tokenIn === undefined ? '' : packedAddress(leg.tokenIn),
  ].join('')
}

function feeOf(leg: RouteLeg): number {
  if (leg.move === 'push') return leg.feePpm
  if (leg.move === 'vault') return leg.keyFee
  return leg.move === 'adapter' ? Math.floor(leg.data / half) : 0
}

function moreOf(leg: RouteLeg): string {
  if (leg.move === 'adapter')
    return packedAddress(leg.tokenOut) + packed(leg.data % half, 3) + packedAddress(leg.target)
  if (leg.move !== 'vault') return ''
  if (leg.tickSpacing < -half / 2 || leg.tickSpacing >= half / 2) throw new RangeError('a tick spacing beyond 24 bits')
  const tickSpacing = leg.tickSpacing < 0 ? leg.tickSpacing + half : leg.tickSpacing
  return packedAddress(leg.tokenOut) + packed(tickSpacing, 3) + packedAddress(leg.hooks)
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
  const fee = Number.parseInt(take(3), 16)
  const move = moves[flags & 3]
  const more = flags & 2 ? { tokenOut: take(20), number: Number.parseInt(take(3), 16), address: take(20) } : undefined
  const named = (flags & 8) !== 0
  const token = named ? take(20) : undefined
  const destination = destinations[(flags >> 5) & 3]
  if (at > bytes.length || move === undefined || destination === undefined) return undefined

  const leg = madeOf({
    flags,
    fee,
    wide: more && { tokenOut: evm(`0x${more.tokenOut}`), number: more.number, address: evm(`0x${more.address}`) },
    common: {
      pool: evm(`0x${pool}`),
      share32: share === 0 ? wholeShare : share,
      destination,
      tokenIn: token === undefined ? undefined : evm(`0x${token}`),
    },
  })
  return leg === undefined || namesToken(leg) !== named ? undefined : { leg, next: at }
}

interface Wide {
  readonly tokenOut: Address
  readonly number: number
  readonly address: Address
}

interface Parsed {
  readonly flags: number
  readonly fee: number
  /** Of vaults and adapters. */
  readonly wide: Wide | undefined
  readonly common: Pick<RouteLeg, 'pool' | 'share32' | 'destination' | 'tokenIn'>
}

/** `undefined` for bits that mean nothing for the move, and for a part of what lies in a pool. */
function madeOf(parsed: Parsed): RouteLeg | undefined {
  const { flags, common } = parsed
  const [zeroForOne, fed, measured] = [(flags & 4) !== 0, (flags & 16) !== 0, flags > 127]
  const waiting = (flags & 8) === 0 ? 'payer' : 'router'
  if (fed && common.share32 !== wholeShare) return undefined
  const source = fed ? 'pool' : waiting
  if ((flags & 3) === 0) return pushOf(parsed, { source, measured, zeroForOne, ...common })
  if (measured) return undefined
  if ((flags & 3) === 3) return zeroForOne ? undefined : adapterOf(parsed, source)
  return fed ? undefined : calledBack(parsed, { source: waiting, zeroForOne, ...common })
}

const pushOf = ({ fee }: Parsed, leg: Omit<PushLeg, 'move' | 'feePpm'>): RouteLeg | undefined =>
  fee < feeLimit ? { move: 'push', feePpm: fee, ...leg } : undefined

function adapterOf({ wide, fee, common }: Parsed, source: RouteLeg['source']): RouteLeg | undefined {
  if (wide === undefined) return undefined
  const { tokenOut, number, address: target } = wide
  return { move: 'adapter', source, zeroForOne: false, data: fee * half + number, target, tokenOut, ...common }
}

type CalledBack = Omit<CallbackLeg, 'move'>

function calledBack({ wide, fee }: Parsed, leg: CalledBack): RouteLeg | undefined {
  if (wide === undefined) return fee === 0 ? { move: 'callback', ...leg } : undefined
  const { tokenOut, number, address: hooks } = wide
  const tickSpacing = number < half / 2 ? number : number - half
  return { move: 'vault', keyFee: fee, tickSpacing, hooks, tokenOut, ...leg }
}
