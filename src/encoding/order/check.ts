import type { SwapTypedData } from '#domain/api/typed-data'
import { type Address, type Amount, evm, type Hex, nativeToken, type Seconds } from '#domain/units'
import { createMismatch, maxUint256, requireEqual, requireInRange } from '#encoding/mismatch'
import { wrappedOf } from '#encoding/swap/encode'
import type { QuotedOrder } from '#encoding/swap/quoted-swap'
import { dropZeroAffiliate } from '#encoding/swap/router-call'
import { computeOrderDigest } from './digest.ts'

/** The agreed terms that an order is checked against before it is signed. */
export interface ExpectedOrder {
  /** Its `router` is pinned by the caller, who compares the code there. */
  readonly quote: QuotedOrder
  readonly parties: { readonly from: Address; readonly to: Address }
  /** The minimum the user accepted; the order may require more. */
  readonly minimumOut: Amount
  /** The largest fee, in the input token, that the filler of the order may take. */
  readonly maxSwapFee: Amount
  readonly now: Seconds
  /** How far from `now` the deadline may be, in seconds, both ends included; 30 … 900 if absent. */
  readonly deadlineWithin?: readonly [min: number, max: number]
}

/**
 * Checks an order, of any origin, against the agreed terms. The nonce is not checked: only the chain knows it.
 * @returns the 32 bytes to sign
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkOrder(expectedOrder: ExpectedOrder, { domain, message }: SwapTypedData): Hex {
  const { quote, parties, minimumOut, maxSwapFee, now, deadlineWithin: [min, max] = [30, 900] } = expectedOrder
  const { request } = quote
  const affiliate = dropZeroAffiliate(request.affiliate)
  // The filler names the wrapped form: it may give the router another one, and the router would not notice the cycle.
  if (request.buy === nativeToken && parties.to === wrappedOf(quote))
    throw createMismatch('recipient', 'an address other than the wrapped native token', parties.to)
  const affiliateFee = affiliate === undefined ? 0n : (request.sellAmount * BigInt(affiliate.fee)) / 1_000_000n

  requireEqual('name', 'Swapline Router', domain.name)
  requireEqual('version', '1', domain.version)
  requireEqual('chainId', String(quote.chainId), String(domain.chainId))
  requireEqual('verifyingContract', quote.router, parseAddressField('verifyingContract', domain.verifyingContract))
  for (const [field, expected] of Object.entries({
    router: quote.router,
    sender: parties.from,
    recipient: parties.to,
    fromAsset: request.sell,
    toAsset: request.buy,
    affiliate: affiliate?.address ?? nativeToken,
  }))
    requireEqual(field, expected, parseAddressField(field, message[field as keyof typeof message]))
  const [swapFee, amountIn] = [parseUint('swapFee', message), parseUint('amountIn', message)]
  requireInRange('swapFee', swapFee, 0n, maxSwapFee)
  requireEqual('affiliateFee', String(affiliateFee), String(parseUint('affiliateFee', message)))
  requireEqual('amountIn', String(request.sellAmount - swapFee - affiliateFee), String(amountIn))
  requireInRange('amountOutMin', parseUint('amountOutMin', message), minimumOut, maxUint256)
  requireInRange('deadline', parseUint('deadline', message), BigInt(now + min), BigInt(now + max))
  requireInRange('nonce', parseUint('nonce', message), 0n, maxUint256)
  return computeOrderDigest({ domain, message })
}

function parseUint(field: keyof SwapTypedData['message'], message: SwapTypedData['message']): bigint {
  const text = message[field]
  if (!/^\d{1,78}$/.test(text)) throw createMismatch(field, 'an unsigned integer', text)
  return BigInt(text)
}

function parseAddressField(field: string, text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw createMismatch(field, 'an address', text)
  return evm(text.toLowerCase())
}
