import type { Payload, RouterCall } from '#domain/payload'
import { type Address, type Amount, type Gas, type Hex, nativeToken, type Seconds } from '#domain/units'
import { createMismatch, requireEqual, requireInRange } from '#encoding/mismatch'
import { wrappedOf } from './encode.ts'
import type { QuotedSwap } from './quoted-swap.ts'
import { decodeRoute } from './route-bytes.ts'
import { decodeRouterCall, dropZeroAffiliate, hasNativeToken, packLegs } from './router-call.ts'

/** No transaction may have a higher gas limit (EIP-7825), but on chains with a limit of their own. */
export const gasLimitCap = 16_777_216n

/** The agreed terms that a payload is checked against before anything is signed. */
export interface ExpectedSwap {
  /** Its `router` is pinned by the caller, who compares the code there. */
  readonly quote: QuotedSwap
  /** Signer and recipient, if the quote was made without a sender. */
  readonly parties: { readonly from: Address; readonly to: Address }
  /** The minimum the user accepted; the payload may require more. */
  readonly minimumOut: Amount
  readonly now: Seconds
  /** How far from `now` the deadline may be, in seconds, both ends included; 30 … 900 if absent. */
  readonly deadlineWithin?: readonly [min: number, max: number]
  /** The most gas of a transaction on this chain; {@link gasLimitCap} if absent. */
  readonly maxGas?: Gas | undefined
  /** The signed approval that the call must carry; none if absent. */
  readonly permit?: Hex
  /**
   * The quote's legs come from an untrusted service, as the payload's do: comparing them would prove nothing. So the
   * output has to come through the router, which pays the recipient the minimum or reverts, whatever the legs do.
   */
  readonly legsUnproven?: boolean
  /** As used to encode the payload. */
  readonly throughRouter?: boolean
}

/**
 * Checks a payload, built anywhere, against the agreed terms by decoding its bytes. Gas fees are not checked: they
 * depend on the moment, and the caller limits them.
 * @returns the decoded call
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkPayload(expectedSwap: ExpectedSwap, payload: Payload): RouterCall {
  const { quote, parties, minimumOut, now, deadlineWithin: [min, max] = [30, 900], maxGas } = expectedSwap
  const { request } = quote
  requireEqual('to', quote.router, payload.to)
  requireEqual('from', parties.from, payload.from)
  requireEqual('chainId', quote.chainId, payload.chainId)
  requireEqual<bigint>('value', request.sell === nativeToken ? request.sellAmount : 0n, payload.value)
  requireInRange('gasLimit', payload.gasLimit, 1n, maxGas ?? gasLimitCap)

  const call = decodeRouterCall(payload.data)
  if (call === undefined) throw createMismatch('data', 'a call of our router', `${payload.data.slice(0, 10)}…`)
  requireEqual('tokenIn', request.sell, call.tokenIn)
  requireEqual('tokenOut', request.buy, call.tokenOut)
  requireEqual('amountIn', request.sellAmount, call.amountIn)
  requireEqual('recipient', parties.to, call.recipient)
  requireEqual('affiliate', describeAffiliate(dropZeroAffiliate(request.affiliate)), describeAffiliate(call.affiliate))
  requireEqual('permit', expectedSwap.permit ?? 'none', call.permit ?? 'none')
  if (expectedSwap.legsUnproven === true) requireThroughRouter(quote, call)
  else requireEqual('route', packExpectedRoute(expectedSwap), call.route)
  if (call.minimumOut < minimumOut) throw createMismatch('minOut', `at least ${minimumOut}`, String(call.minimumOut))
  requireInRange('deadline', BigInt(call.deadline), BigInt(now + min), BigInt(now + max))
  return call
}

/** The quote's legs, packed. A foreign quote may carry legs that lead nowhere. */
function packExpectedRoute({ quote, throughRouter = false }: ExpectedSwap): Hex {
  const ends = { tokenIn: quote.request.sell, tokenOut: quote.request.buy, wrapped: wrappedOf(quote) }
  try {
    return packLegs({ ...ends, throughRouter }, quote.route.legs)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw createMismatch('route', 'a path from the sold to the bought token', error.message)
  }
}

/**
 * A pool chosen by another party can have the recipient paid with the recipient's own tokens, so the recipient's gain
 * proves nothing unless the router pays it. Without legs no pool is called: native and wrapped form, one for one.
 */
function requireThroughRouter(quote: QuotedSwap, call: RouterCall): void {
  const route = decodeRoute(call.route, hasNativeToken(call))
  if (route === undefined) throw createMismatch('route', 'one that our router reads', 'something else')
  if (route.wrapped !== undefined) requireEqual('the wrapped native token', wrappedOf(quote), route.wrapped)
  const isWrap = quote.route.tokenIn === quote.route.tokenOut
  if (isWrap) requireEqual('the number of legs', 0, route.legs.length)
  else if (!route.throughRouter) throw createMismatch('delivery', 'through the router', 'straight to the recipient')
}

const describeAffiliate = (affiliate: RouterCall['affiliate']): string =>
  affiliate === undefined ? 'none' : `${affiliate.address} for ${affiliate.fee} ppm`
