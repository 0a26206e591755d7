import type { SwapTypedData } from '#domain/api/typed-data'
import { fail } from '#domain/errors'
import { type Address, type Amount, evm, type Hex, nativeToken, type Seconds } from '#domain/units'
import { wrappedOf } from './encode-swap.ts'
import { orderDigest } from './order-digest.ts'
import type { QuotedOrder } from './quoted-swap.ts'
import { charged } from './router-call.ts'

/** What was agreed to, and what an order is held against before it is signed. */
export interface AgreedOrder {
  /** Its `router` is pinned by the caller, who compares the code there. */
  readonly quote: QuotedOrder
  readonly parties: { readonly from: Address; readonly to: Address }
  /** The least the user accepted; the order may ask for more. */
  readonly minimumOut: Amount
  /** The most that whoever carries the order out may take of the sold token. */
  readonly mostSwapFee: Amount
  readonly now: Seconds
  /** How far from `now` the deadline may lie, in seconds, both ends included; 30 … 900 where absent. */
  readonly deadlineWithin?: readonly [least: number, most: number]
}

/**
 * Holds an order, whoever wrote it, against what was agreed. Of its nonce it says nothing: the chain knows.
 * @returns the 32 bytes to sign
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkOrder(agreed: AgreedOrder, { domain, message }: SwapTypedData): Hex {
  const { quote, parties, minimumOut, mostSwapFee, now, deadlineWithin: [least, most] = [30, 900] } = agreed
  const { request } = quote
  const affiliate = charged(request.affiliate)
  // Whoever carries the order out names the wrapped form: the router may be told another, and not see the circle.
  if (request.buy === nativeToken && parties.to === wrappedOf(quote))
    throw mismatch('recipient', 'another than the wrapped native token', parties.to)
  const affiliateFee = affiliate === undefined ? 0n : (request.sellAmount * BigInt(affiliate.fee)) / 1_000_000n

  same('name', 'Swapline Router', domain.name)
  same('version', '1', domain.version)
  same('chainId', String(quote.chainId), String(domain.chainId))
  same('verifyingContract', quote.router, address('verifyingContract', domain.verifyingContract))
  for (const [field, expected] of Object.entries({
    router: quote.router,
    sender: parties.from,
    recipient: parties.to,
    fromAsset: request.sell,
    toAsset: request.buy,
    affiliate: affiliate?.address ?? nativeToken,
  }))
    same(field, expected, address(field, message[field as keyof typeof message]))
  const [swapFee, amountIn] = [integer('swapFee', message), integer('amountIn', message)]
  within('swapFee', swapFee, 0n, mostSwapFee)
  same('affiliateFee', String(affiliateFee), String(integer('affiliateFee', message)))
  same('amountIn', String(request.sellAmount - swapFee - affiliateFee), String(amountIn))
  within('amountOutMin', integer('amountOutMin', message), minimumOut, (1n << 256n) - 1n)
  within('deadline', integer('deadline', message), BigInt(now + least), BigInt(now + most))
  within('nonce', integer('nonce', message), 0n, (1n << 256n) - 1n)
  return orderDigest({ domain, message })
}

function integer(field: keyof SwapTypedData['message'], message: SwapTypedData['message']): bigint {
  const text = message[field]
  if (!/^\d{1,78}$/.test(text)) throw mismatch(field, 'a whole number', text)
  return BigInt(text)
}

function address(field: string, text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw mismatch(field, 'an address', text)
  return evm(text.toLowerCase())
}

function same(field: string, expected: string, actual: string): void {
  if (expected !== actual) throw mismatch(field, expected, actual)
}

function within(field: string, actual: bigint, least: bigint, most: bigint): void {
  if (actual < least || actual > most) throw mismatch(field, `between ${least} and ${most}`, String(actual))
}

const mismatch = (field: string, expected: string, actual: string) =>
  fail('PAYLOAD_MISMATCH', { field, expected, actual })
