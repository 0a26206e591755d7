import { addressWord, word } from '#domain/calls/words'
import type { RouterCall } from '#domain/payload'
import { requestLimits } from '#domain/quotes/quote'
import type { Leg } from '#domain/quotes/route'
import { type Address, amount, type Hex, hex, nativeToken, ppm, seconds } from '#domain/units'
import { decodeCall, encodeCall } from '#encoding/call-bytes'
import { routerSelectors } from '#encoding/contracts/router.gen'
import { unpackPermit } from '#encoding/tokens/permit'
import { decodeAddress, packAddress } from '#encoding/words'
import { getFeeOnTransfer, planTransfers } from './plan-transfers.ts'
import { decodeRoute, decodeWrapped, encodeRoute, fitsTokens } from './route-bytes.ts'

/** Offset in the calldata of the 32 bytes of `amountIn`: a meta-router may write another amount there. */
export const amountInOffset = 4 + 2 * 32

/** A call of the router before its legs are packed. */
export interface SwapCall extends Omit<RouterCall, 'route'> {
  /** The chain's wrapped native token. */
  readonly wrapped: Address
  /** The output of the legs goes to the router, which then pays the recipient; straight to the recipient if absent. */
  readonly throughRouter?: boolean
}

/** The parts of a call that packing its legs needs. */
export type PackLegsInput = Pick<SwapCall, 'tokenIn' | 'tokenOut' | 'wrapped' | 'throughRouter'>

/**
 * The calldata of `swap`, of `swapWithFee` if there is an affiliate, or of `swapWithPermit`. `tokenIn` and `tokenOut`
 * name native currency as itself; legs trade its wrapped form. No legs: native and wrapped form, one for one.
 * @throws RangeError if the legs do not carry all of `tokenIn` to `tokenOut`
 */
export function encodeSwapCall(call: SwapCall, legs: readonly Leg[]): Hex {
  return encodeRouterCall({ ...call, affiliate: dropZeroAffiliate(call.affiliate), route: packLegs(call, legs) })
}

/** The legs of `call` as its `route` carries them. @throws RangeError as {@link encodeSwapCall}. */
export function packLegs(call: PackLegsInput, legs: readonly Leg[]): Hex {
  const { tokenIn, tokenOut, wrapped, throughRouter = false } = call
  const [sold, bought] = [tokenIn, tokenOut].map((token) => (token === nativeToken ? wrapped : token))
  if (sold === undefined || bought === undefined) throw new RangeError('a swap has two tokens')
  if (throughRouter && getFeeOnTransfer(legs).has(bought))
    throw new RangeError('what a token keeps of a payment by the router is not known')
  if ((sold === bought) !== (legs.length === 0)) throw new RangeError('only wrapping needs no legs')
  return encodeRoute({
    wrapped: hasNativeToken(call) ? wrapped : undefined,
    throughRouter: throughRouter && legs.length > 0,
    legs: planTransfers(legs, { sold, bought }),
  })
}

/** Encodes a call whose legs are packed already. @throws RangeError for a call that the router would always refuse. */
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
  if (kind !== 'swap') words.push(encodeFeeWord(call.affiliate))
  const tails = [call.route, ...(call.permit === undefined ? [] : [call.permit])].map((bytes) => bytes.slice(2))
  const data = encodeCall(routerSelectors[kind], { words, tails })
  if (decodeRouterCall(data) === undefined) throw new RangeError('the router would refuse this call as it stands')
  return data
}

/**
 * Decodes a payload of our router.
 * @returns `undefined` for anything but the exact bytes {@link encodeRouterCall} writes for some call: another
 * selector, a length, offset, padding or leg out of place, or values the router refuses in any state of the chain
 */
export function decodeRouterCall(data: Hex): RouterCall | undefined {
  const kind = kinds.find((one) => routerSelectors[one] === data.slice(0, 10))
  if (kind === undefined) return undefined
  const found = decodeCall(data, { words: kind === 'swap' ? 6 : 7, tails: kind === 'swapWithPermit' ? 2 : 1 })
  if (found === undefined) return undefined
  const values = found.words.map((word) => BigInt(`0x${word}`))
  const [route = hex('0x'), permit] = found.tails.map((tail) => hex(`0x${tail}`))

  const fee = values[6] ?? 0n
  const affiliate = decodeAffiliate(fee)
  // A zero fee has a shorter call, unless there is a permit.
  if (affiliate === undefined && (fee !== 0n || kind === 'swapWithFee')) return undefined
  const call = parseCallWords(values, affiliate, route)
  if (call === undefined || isPaidToWrapped(call)) return undefined
  if (permit === undefined) return call
  return call.tokenIn === nativeToken || unpackPermit(permit) === undefined ? undefined : { ...call, permit }
}

const kinds = ['swap', 'swapWithFee', 'swapWithPermit'] as const

function kindOf({ affiliate, permit }: RouterCall): (typeof kinds)[number] {
  if (permit !== undefined) return 'swapWithPermit'
  return affiliate === undefined ? 'swap' : 'swapWithFee'
}

const encodeFeeWord = (affiliate: RouterCall['affiliate']): string =>
  affiliate === undefined ? word(0n) : packAddress(affiliate.address) + word(affiliate.fee).slice(40)

/** An affiliate with a zero fee becomes none: the router's fee word always names a fee. */
export function dropZeroAffiliate(affiliate: RouterCall['affiliate']): RouterCall['affiliate'] {
  return affiliate === undefined || affiliate.fee === 0 ? undefined : affiliate
}

/** True if native currency is sold or bought. */
export function hasNativeToken(call: Pick<RouterCall, 'tokenIn' | 'tokenOut'>): boolean {
  return call.tokenIn === nativeToken || call.tokenOut === nativeToken
}

function parseCallWords(
  values: readonly bigint[],
  affiliate: RouterCall['affiliate'],
  route: Hex,
): RouterCall | undefined {
  const [tokenInWord = 0n, tokenOutWord = 0n, amountIn = 0n, minimumOut = 0n, recipientWord = 0n, deadline = 0n] =
    values
  const [tokenIn, tokenOut, recipient] = [tokenInWord, tokenOutWord, recipientWord].map(decodeAddress)
  if (tokenIn === undefined || tokenOut === undefined || recipient === undefined) return undefined
  if (tokenIn === tokenOut || recipient === nativeToken) return undefined
  if (amountIn === 0n || amountIn >> 128n !== 0n || minimumOut === 0n || deadline >> 53n !== 0n) return undefined
  const decoded = decodeRoute(route, hasNativeToken({ tokenIn, tokenOut }))
  if (decoded === undefined || !fitsTokens(decoded, { tokenIn, tokenOut })) return undefined
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

/** True if native currency would go to its wrapped form, which would wrap it for its payer, the router. */
function isPaidToWrapped({ tokenIn, tokenOut, recipient, affiliate, route }: RouterCall): boolean {
  const paid = tokenOut === nativeToken ? recipient : tokenIn === nativeToken ? affiliate?.address : undefined
  return paid !== undefined && paid === decodeWrapped(route)
}

/** affiliate << 96 | parts per million. */
function decodeAffiliate(word: bigint): RouterCall['affiliate'] {
  const [address, fee] = [decodeAddress(word >> 96n), word & ((1n << 96n) - 1n)]
  if (address === undefined || address === nativeToken) return undefined
  return fee >= 1n && fee <= BigInt(requestLimits.affiliateFeePpm) ? { address, fee: ppm(Number(fee)) } : undefined
}
