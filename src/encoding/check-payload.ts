import { fail } from '#domain/errors'
import type { Payload, RouterCall } from '#domain/payload'
import { type Address, type Amount, type Hex, nativeToken, type Seconds } from '#domain/units'
import { wrappedOf } from './encode-swap.ts'
import type { QuotedSwap } from './quoted-swap.ts'
import { charged, decodeRouterCall, packLegs } from './router-call.ts'

/** No transaction may ask for more gas than this (EIP-7825). */
export const gasLimitCap = 16_777_216n

/** What was agreed to, and what a payload is held against before anything is signed. */
export interface Agreed {
  /** Its `router` is pinned by the caller, who compares the code there. */
  readonly quote: QuotedSwap
  /** Who signs and who receives, where the quote was made for nobody. */
  readonly parties: { readonly from: Address; readonly to: Address }
  /** The least the user accepted; the payload may ask for more. */
  readonly minimumOut: Amount
  readonly now: Seconds
  /** How far from `now` the deadline may lie, in seconds, both ends included; 30 … 900 where absent. */
  readonly deadlineWithin?: readonly [least: number, most: number]
  /** The signed approval that is to come with the call; none where absent. */
  readonly permit?: Hex
  /**
   * The quote's legs are another machine's word, as the payload's are: to compare them would prove nothing. Whatever
   * the legs do, the router gives the recipient the minimum or reverts.
   */
  readonly legsUnproven?: boolean
  /** As the payload was encoded with. */
  readonly feeOnTransfer?: ReadonlySet<Address>
}

/**
 * Holds a payload, wherever it was built, against what was agreed, by reading its bytes back. Of the gas fees it
 * says nothing: they are the chain's of the moment, and the caller's to limit.
 * @returns what the payload says
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkPayload(agreed: Agreed, payload: Payload): RouterCall {
  const { quote, parties, minimumOut, now, deadlineWithin: [least, most] = [30, 900] } = agreed
  const { request } = quote
  same('to', quote.router, payload.to)
  same('from', parties.from, payload.from)
  same('chainId', quote.chainId, payload.chainId)
  same<bigint>('value', request.sell === nativeToken ? request.sellAmount : 0n, payload.value)
  within('gasLimit', payload.gasLimit, 1n, gasLimitCap)

  const call = decodeRouterCall(payload.data)
  if (call === undefined) throw mismatch('data', 'a call of our router', `${payload.data.slice(0, 10)}…`)
  same('tokenIn', request.sell, call.tokenIn)
  same('tokenOut', request.buy, call.tokenOut)
  same('amountIn', request.sellAmount, call.amountIn)
  same('recipient', parties.to, call.recipient)
  same('affiliate', said(charged(request.affiliate)), said(call.affiliate))
  same('permit', agreed.permit ?? 'none', call.permit ?? 'none')
  if (agreed.legsUnproven !== true) same('route', routeOf(agreed), call.route)
  if (call.minimumOut < minimumOut) throw mismatch('minOut', `at least ${minimumOut}`, String(call.minimumOut))
  within('deadline', BigInt(call.deadline), BigInt(now + least), BigInt(now + most))
  return call
}

/** The quote's legs, packed. A quote from elsewhere may carry legs that lead nowhere. */
function routeOf({ quote, feeOnTransfer }: Agreed): Hex {
  const ends = { tokenIn: quote.request.sell, tokenOut: quote.request.buy, wrapped: wrappedOf(quote) }
  try {
    return packLegs(feeOnTransfer === undefined ? ends : { ...ends, feeOnTransfer }, quote.route.legs)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw mismatch('route', 'a way from the sold to the bought token', error.message)
  }
}

function same<T extends string | bigint | number>(field: string, expected: T, actual: T): void {
  if (expected !== actual) throw mismatch(field, String(expected), String(actual))
}

function within(field: string, actual: bigint, least: bigint, most: bigint): void {
  if (actual < least || actual > most) throw mismatch(field, `between ${least} and ${most}`, String(actual))
}

const said = (affiliate: RouterCall['affiliate']): string =>
  affiliate === undefined ? 'none' : `${affiliate.address} for ${affiliate.fee} ppm`

const mismatch = (field: string, expected: string, actual: string) =>
  fail('PAYLOAD_MISMATCH', { field, expected, actual })
