import type { QuoteRequest } from '#domain/quote'
import { type Amount, amount, million } from '#domain/units'

type Affiliate = QuoteRequest['affiliate']

/** floor(sellAmount · fee), as the router computes it. */
export const feeOf = (sellAmount: Amount, affiliate: Affiliate): Amount =>
  amount(affiliate === undefined ? 0n : (sellAmount * BigInt(affiliate.fee)) / million)

/** The least that has to be sold for exactly `net` to be left after the affiliate's part. @param net 1 or more */
export function grossOf(net: Amount, affiliate: Affiliate): Amount {
  if (affiliate === undefined) return net
  // what is left is ceil(gross · (1 − fee)), so the least gross is the first above (net − 1) / (1 − fee)
  return amount(((net - 1n) * million) / (million - BigInt(affiliate.fee)) + 1n)
}
