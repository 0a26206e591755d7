import type { RouterCall } from '#domain/payload'
import { limits } from '#domain/quote'
import type { Leg } from '#domain/route'
import { type Address, amount, type Hex, hex, nativeToken, ppm, seconds } from '#domain/units'
import { addressWord, word } from '#domain/words'
import { decodeCall, encodeCall } from './call-bytes.ts'
import { unpackPermit } from './permit.ts'
import { planLegs } from './plan-legs.ts'
import { decodeRoute, encodeRoute, wrappedIn } from './route-bytes.ts'
import { routerSelectors } from './router.gen.ts'
import { addressOf, packedAddress } from './words.ts'

/** Where in the calldata the 32 bytes of `amountIn` begin: there a meta-router may write another amount. */
export const amountInOffset = 4 + 2 * 32

/** A call of the router before its legs are packed. */
export interface SwapCall extends Omit<RouterCall, 'route'> {
  /** The chain's wrapped native token. */
  readonly wrapped: Address
  /** Tokens of which a pool receives less than it is sent; none where absent. */
  readonly feeOnTransfer?: ReadonlySet<Address>
}

/** What packing the legs needs of a call. */
export type RouteEnds = Pick<SwapCall, 'tokenIn' | 'tokenOut' | 'wrapped' | 'feeOnTransfer'>

/**
 * The calldata of `swap`, of `swapWithFee` where there is an affiliate, or of `swapWithPermit`. Native currency stands in `tokenIn` and
 * `tokenOut` as itself; legs trade its wrapped form. No legs: native against wrapped, one for one.
 * @throws RangeError where the legs do not carry the whole of `tokenIn` to `tokenOut`
 */
export function encodeLegs(call: SwapCall, legs: readonly Leg[]): Hex {
  return encodeRouterCall({ ...call, affiliate: charged(call.affiliate), route: packLegs(call, legs) })
}

/** The legs of `call` as its `route` carries them. @throws RangeError, as {@link encodeLegs}. */
export function packLegs(call: RouteEnds, legs: readonly Leg[]): Hex {
  const { tokenIn, tokenOut, wrapped, feeOnTransfer = new Set() } = call
  const [sold, bought] = [tokenIn, tokenOut].map((token) => (token === nativeToken ? wrapped : token))
  if (sold === undefined || bought === undefined) throw new RangeError('a swap has two tokens')
  if ((sold === bought) !== (legs.length === 0)) throw new RangeError('only wrapping needs no legs')
  return encodeRoute({
    wrapped: touchesNative(call) ? wrapped : undefined,
    legs: planLegs(legs, { sold, bought, feeOnTransfer }),
  })
}

/** A call whose legs are packed already. @throws RangeError for a call that the router would refuse as it stands. */
export function encodeRouterCall(call: RouterCall): Hex {
  const kind = kindOf(call)
  const words = [
    addressWord(call.tokenIn),
    addressWord(call.tokenOut),
    word(call.amountIn),
    word(call.minimumOut),
    addressWord(call.recipient),
    word(call.deadline),
  ]
  if (kind !== 'swap') words.push(feeWord(call.affiliate))
  const tails = [call.route, ...(call.permit === undefined ? [] : [call.permit])].map((bytes) => bytes.slice(2))
  const data = encodeCall(routerSelectors[kind], { words, tails })
  if (decodeRouterCall(data) === undefined) throw new RangeError('the router would refuse this call as it stands')
  return data
}

/**
 * Reads a payload of our router back.
 * @returns `undefined` for anything but the exact bytes {@link encodeRouterCall} writes for some call: another
 * selector, a length, offset, filling or leg out of place, or values the router refuses whatever the chain's state
 */
export function decodeRouterCall(data: Hex): RouterCall | undefined {
  const kind = kinds.find((one) => routerSelectors[one] === data.slice(0, 10))
  if (kind === undefined) return undefined
  const found = decodeCall(data, { words: kind === 'swap' ? 6 : 7, tails: kind === 'swapWithPermit' ? 2 : 1 })
  if (found === undefined) return undefined
  const values = found.words.map((word) => BigInt(`0x${word}`))
  const [route = hex('0x'), permit] = found.tails.map((tail) => hex(`0x${tail}`))

  const fee = values[6] ?? 0n
  const affiliate = affiliateOf(fee)
  // No fee at all has a shorter call, except beside a permit.
  if (affiliate === undefined && (fee !== 0n || kind === 'swapWithFee')) return undefined
  const call = callOf(values, affiliate, route)
  if (call === undefined || bounces(call)) return undefined
  if (permit === undefined) return call
  return call.tokenIn === nativeToken || unpackPermit(permit) === undefined ? undefined : { ...call, permit }
}

const kinds = ['swap', 'swapWithFee', 'swapWithPermit'] as const

function kindOf({ affiliate, permit }: RouterCall): (typeof kinds)[number] {
  if (permit !== undefined) return 'swapWithPermit'
  return affiliate === undefined ? 'swap' : 'swapWithFee'
}

const feeWord = (affiliate: RouterCall['affiliate']): string =>
  affiliate === undefined ? word(0n) : packedAddress(affiliate.address) + word(affiliate.fee).slice(40)

/** An affiliate that takes nothing is none: the router's fee word always names a fee. */
export function charged(affiliate: RouterCall['affiliate']): RouterCall['affiliate'] {
  return affiliate === undefined || affiliate.fee === 0 ? undefined : affiliate
}

/** Whether native currency is sold or bought. */
export function touchesNative(call: Pick<RouterCall, 'tokenIn' | 'tokenOut'>): boolean {
  return call.tokenIn === nativeToken || call.tokenOut === nativeToken
}

function callOf(values: readonly bigint[], affiliate: RouterCall['affiliate'], route: Hex): RouterCall | undefined {
  const [tokenInWord = 0n, tokenOutWord = 0n, amountIn = 0n, minimumOut = 0n, recipientWord = 0n, deadline = 0n] =
    values
  const [tokenIn, tokenOut, recipient] = [tokenInWord, tokenOutWord, recipientWord].map(addressOf)
  if (tokenIn === undefined || tokenOut === undefined || recipient === undefined) return undefined
  if (tokenIn === tokenOut || recipient === nativeToken) return undefined
  if (amountIn === 0n || amountIn >> 128n !== 0n || minimumOut === 0n || deadline >> 53n !== 0n) return undefined
  if (decodeRoute(route, touchesNative({ tokenIn, tokenOut })) === undefined) return undefined
  return {
    tokenIn,
    tokenOut,
    amountIn: amount(amountIn),
    minimumOut: amount(minimumOut),
    recipient,
    deadline: seconds(Number(deadline)),
    affiliate,
    route,
  }
}

/** Whether native currency would go to the wrapped form, which wraps it for who pays, the router. */
function bounces({ tokenIn, tokenOut, recipient, affiliate, route }: RouterCall): boolean {
  const paid = tokenOut === nativeToken ? recipient : tokenIn === nativeToken ? affiliate?.address : undefined
  return paid !== undefined && paid === wrappedIn(route)
}

/** affiliate << 96 | parts per million. */
function affiliateOf(word: bigint): RouterCall['affiliate'] {
  const [address, fee] = [addressOf(word >> 96n), word & ((1n << 96n) - 1n)]
  if (address === undefined || address === nativeToken) return undefined
  return fee >= 1n && fee <= BigInt(limits.affiliateFeePpm) ? { address, fee: ppm(Number(fee)) } : undefined
}
