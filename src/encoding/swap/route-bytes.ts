/**
 * The route in the router's calldata; the layout is that of `contracts/src/legs/Leg.sol`:
 *
 *     [20 wrapped native]   only if native currency is sold or bought
 *     [1 mark, 0xff]        if the output goes to the router, which then pays the recipient
 *     a leg:  1 flags · 20 pool · 4 share, 0 for all · 3 fee · [43 more, by move] · [20 token, by flag]
 *     flags:  bits 0-1 move (push 0, callback 1, vault 2, adapter 3) · 2 zero for one · 3 names its token
 *             4 finds its input in the pool · 5-6 destination (router 0, recipient 1, next pool 2) · 7 measured
 *     fee:    push: parts per million · vault: of the pool's key · adapter: the first half of its data · callback: 0
 *     more:   vault: 20 output token · 3 tick spacing · 20 hooks
 *             adapter: 20 output token · 3 the second half of its data · 20 its counterparty
 */
import { wholeShare } from '#domain/quotes/route'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { packAddress, packUint } from '#encoding/words'
import { type CallbackLeg, hasTokenField, type PushLeg, type RouteLeg } from './route-legs.ts'

const moves = ['push', 'callback', 'vault', 'adapter'] as const
const destinations = ['router', 'recipient', 'next-pool'] as const
const feeLimit = 1_000_000
/** 2^24: the data of an adapter consist of two parts of 24 bits. */
const half = 2 ** 24
/** No leg begins with it. */
const routerMark = 'ff'

export interface DecodedRoute {
  /** Set if native currency is sold or bought. */
  readonly wrapped: Address | undefined
  /**
   * The output goes to the router, which measures it on its own balance and then pays the recipient. For an order that
   * is so without the mark, and native currency is always paid by the router.
   */
  readonly throughRouter: boolean
  readonly legs: readonly RouteLeg[]
}

/**
 * @throws RangeError if a share, fee or token is not allowed for the leg's kind, or if there is no leg to go through
 * the router
 */
export function encodeRoute({ wrapped, throughRouter, legs }: DecodedRoute): Hex {
  if (throughRouter && legs.length === 0) throw new RangeError('a route without legs cannot go through the router')
  const head = wrapped === undefined ? '' : packAddress(wrapped)
  return hex(`0x${head}${throughRouter ? routerMark : ''}${legs.map(encodeLeg).join('')}`)
}

/**
 * @param native true if native currency is sold or bought, so that the wrapped form comes first
 * @returns `undefined` if any bit differs from what {@link encodeRoute} would write
 */
export function decodeRoute(route: Hex, native: boolean): DecodedRoute | undefined {
  const bytes = route.slice(2)
  const head = native ? 40 : 0
  if (bytes.length < head) return undefined
  const wrapped = native ? decodeWrapped(route) : undefined
  const throughRouter = bytes.startsWith(routerMark, head)
  const start = throughRouter ? head + routerMark.length : head
  if (throughRouter && start === bytes.length) return undefined

  const legs: RouteLeg[] = []
  let fed = false
  for (let at = start; at < bytes.length; ) {
    const found = decodeLeg(bytes, at)
    if (found === undefined || fed !== (found.leg.source === 'pool')) return undefined
    legs.push(found.leg)
    fed = found.leg.destination === 'next-pool'
    at = found.next
  }
  return fed ? undefined : { wrapped, throughRouter, legs }
}

/** True if the router accepts the route for these tokens: without legs it only trades a token for itself. */
export function fitsTokens(
  { wrapped, legs }: DecodedRoute,
  { tokenIn, tokenOut }: { readonly tokenIn: Address; readonly tokenOut: Address },
): boolean {
  const traded = (token: Address) => (token === nativeToken ? wrapped : token)
  return legs.length > 0 || traded(tokenIn) === traded(tokenOut)
}

/** The wrapped form at the start of a route of 20 bytes or more, if native currency is sold or bought. */
export const decodeWrapped = (route: Hex): Address => evm(route.slice(0, 42))

function encodeLeg(leg: RouteLeg): string {
  if (!(leg.share32 >= 1 && leg.share32 <= wholeShare)) throw new RangeError(`share ${leg.share32} outside 1 … 2^32`)
  if (leg.source === 'pool' && leg.share32 !== wholeShare)
    throw new RangeError('input already in a pool must be traded as a whole')
  if (hasTokenField(leg) !== (leg.tokenIn !== undefined))
    throw new RangeError('a token is named without need, or missing')
  if (leg.move === 'push' && leg.feePpm >= feeLimit) throw new RangeError(`fee ${leg.feePpm} ppm leaves nothing`)

  return [
    packUint(packFlags(leg), 1),
    packAddress(leg.pool),
    packUint(leg.share32 === wholeShare ? 0 : leg.share32, 4),
    packUint(feeOf(leg), 3),
    packMoveFields(leg),
    leg.tokenIn === undefined ? '' : packAddress(leg.tokenIn),
  ].join('')
}

function feeOf(leg: RouteLeg): number {
  if (leg.move === 'push') return leg.feePpm
  if (leg.move === 'vault') return leg.keyFee
  return leg.move === 'adapter' ? Math.floor(leg.data / half) : 0
}

function packMoveFields(leg: RouteLeg): string {
  if (leg.move === 'adapter') return packAddress(leg.tokenOut) + packUint(leg.data % half, 3) + packAddress(leg.target)
  if (leg.move !== 'vault') return ''
  if (leg.tickSpacing < -half / 2 || leg.tickSpacing >= half / 2) throw new RangeError('a tick spacing beyond 24 bits')
  const tickSpacing = leg.tickSpacing < 0 ? leg.tickSpacing + half : leg.tickSpacing
  return packAddress(leg.tokenOut) + packUint(tickSpacing, 3) + packAddress(leg.hooks)
}

function packFlags(leg: RouteLeg): number {
  return (
    moves.indexOf(leg.move) |
    (leg.zeroForOne ? 4 : 0) |
    (hasTokenField(leg) ? 8 : 0) |
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

  const leg = toRouteLeg({
    flags,
    fee,
    extra: more && { tokenOut: evm(`0x${more.tokenOut}`), number: more.number, address: evm(`0x${more.address}`) },
    common: {
      pool: evm(`0x${pool}`),
      share32: share === 0 ? wholeShare : share,
      destination,
      tokenIn: token === undefined ? undefined : evm(`0x${token}`),
    },
  })
  return leg === undefined || hasTokenField(leg) !== named ? undefined : { leg, next: at }
}

interface ExtraFields {
  readonly tokenOut: Address
  readonly number: number
  readonly address: Address
}

interface ParsedLeg {
  readonly flags: number
  readonly fee: number
  /** Of vaults and adapters. */
  readonly extra: ExtraFields | undefined
  readonly common: Pick<RouteLeg, 'pool' | 'share32' | 'destination' | 'tokenIn'>
}

/** `undefined` for bits without meaning for the move, and for a share of input that is already in a pool. */
function toRouteLeg(parsed: ParsedLeg): RouteLeg | undefined {
  const { flags, common } = parsed
  const [zeroForOne, fed, measured] = [(flags & 4) !== 0, (flags & 16) !== 0, flags > 127]
  const waiting = (flags & 8) === 0 ? 'payer' : 'router'
  if (fed && common.share32 !== wholeShare) return undefined
  const source = fed ? 'pool' : waiting
  if ((flags & 3) === 0) return toPushLeg(parsed, { source, measured, zeroForOne, ...common })
  if (measured) return undefined
  if ((flags & 3) === 3) return zeroForOne ? undefined : toAdapterLeg(parsed, source)
  return fed ? undefined : toCallbackLeg(parsed, { source: waiting, zeroForOne, ...common })
}

const toPushLeg = ({ fee }: ParsedLeg, leg: Omit<PushLeg, 'move' | 'feePpm'>): RouteLeg | undefined =>
  fee < feeLimit ? { move: 'push', feePpm: fee, ...leg } : undefined

function toAdapterLeg({ extra: wide, fee, common }: ParsedLeg, source: RouteLeg['source']): RouteLeg | undefined {
  if (wide === undefined) return undefined
  const { tokenOut, number, address: target } = wide
  return { move: 'adapter', source, zeroForOne: false, data: fee * half + number, target, tokenOut, ...common }
}

type CallbackLegFields = Omit<CallbackLeg, 'move'>

function toCallbackLeg({ extra: wide, fee }: ParsedLeg, leg: CallbackLegFields): RouteLeg | undefined {
  if (wide === undefined) return fee === 0 ? { move: 'callback', ...leg } : undefined
  const { tokenOut, number, address: hooks } = wide
  const tickSpacing = number < half / 2 ? number : number - half
  return { move: 'vault', keyFee: fee, tickSpacing, hooks, tokenOut, ...leg }
}
