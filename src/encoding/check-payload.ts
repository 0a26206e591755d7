import { fail } from '#domain/errors'
import type { Payload, RouterCall } from '#domain/payload'
import type { Quote } from '#domain/quote'
import type { Leg } from '#domain/route'
import { type Address, type Amount, type Hex, nativeToken, type Seconds } from '#domain/units'
import { decodeRoute } from './route-bytes.ts'
import { charged, decodeRouterCall, packLegs, touchesNative } from './router-call.ts'

/** No transaction may ask for more gas than this (EIP-7825). */
export const gasLimitCap = 16_777_216n

/** What was asked, and what a payload is held against before anything is signed. */
export interface ExpectedSwap {
  readonly router: Address
  readonly chainId: number
  readonly from: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Gross. */
  readonly amountIn: Amount
  /** The least the user accepted; the payload may ask for more. */
  readonly minimumOut: Amount
  readonly recipient: Address
  readonly affiliate: RouterCall['affiliate']
  /** The chain's wrapped native token. */
  readonly wrapped: Address
  /** The legs the quote was made of; `undefined` where only their form can be checked. */
  readonly legs: readonly Leg[] | undefined
  readonly feeOnTransfer?: ReadonlySet<Address>
  readonly now: Seconds
  /** How far from `now` the deadline may lie, in seconds, both ends included; 30 … 900 where absent. */
  readonly deadlineWithin?: readonly [least: number, most: number]
}

/** What `quote` promised to whoever accepted it. */
export function expectedOf(
  quote: Quote,
  more: Pick<ExpectedSwap, 'router' | 'wrapped' | 'now'> & Partial<Pick<ExpectedSwap, 'minimumOut'>>,
): ExpectedSwap {
  const { request } = quote
  return {
    chainId: quote.chainId,
    from: request.from,
    tokenIn: request.sell,
    tokenOut: request.buy,
    amountIn: request.sellAmount,
    minimumOut: quote.minimumOut,
    recipient: request.to,
    affiliate: request.affiliate,
    legs: quote.route.legs,
    ...more,
  }
}

/**
 * Holds a payload, wherever it was built, against what was asked, by reading its bytes back.
 * @returns what the payload says
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkPayload(expected: ExpectedSwap, payload: Payload): RouterCall {
  same('to', expected.router, payload.to)
  same('from', expected.from, payload.from)
  same('chainId', expected.chainId, payload.chainId)
  same('value', expected.tokenIn === nativeToken ? expected.amountIn : 0n, payload.value)
  within('gasLimit', payload.gasLimit, 1n, gasLimitCap)

  const call = decodeRouterCall(payload.data)
  if (call === undefined) throw mismatch('data', 'a call of our router', payload.data.slice(0, 10))
  same('tokenIn', expected.tokenIn, call.tokenIn)
  same('tokenOut', expected.tokenOut, call.tokenOut)
  same('amountIn', expected.amountIn, call.amountIn)
  same('recipient', expected.recipient, call.recipient)
  same('affiliate', said(charged(expected.affiliate)), said(call.affiliate))
  if (call.minimumOut < expected.minimumOut)
    throw mismatch('minOut', `at least ${expected.minimumOut}`, String(call.minimumOut))

  const [least, most] = expected.deadlineWithin ?? [30, 900]
  within('deadline', BigInt(call.deadline), BigInt(expected.now + least), BigInt(expected.now + most))
  checkRoute(expected, call)
  return call
}

function checkRoute(expected: ExpectedSwap, call: RouterCall): void {
  const wrapped = decodeRoute(call.route, touchesNative(call))?.wrapped
  if (wrapped !== undefined) same('wrapped native', expected.wrapped, wrapped)
  if (expected.legs !== undefined) same('route', packLegs(expected, expected.legs), call.route)
}

function same(field: string, expected: Address | Hex | string | bigint | number, actual: typeof expected): void {
  if (expected !== actual) throw mismatch(field, String(expected), String(actual))
}

function within(field: string, actual: bigint, least: bigint, most: bigint): void {
  if (actual < least || actual > most) throw mismatch(field, `between ${least} and ${most}`, String(actual))
}

const said = (affiliate: RouterCall['affiliate']): string =>
  affiliate === undefined ? 'none' : `${affiliate.address} for ${affiliate.fee} ppm`

const mismatch = (field: string, expected: string, actual: string) =>
  fail('PAYLOAD_MISMATCH', { field, expected, actual })
