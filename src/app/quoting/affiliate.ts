import type { QuoteRequest } from '#domain/quotes/quote'
import { type Amount, amount, million } from '#domain/units'

type Affiliate = QuoteRequest['affiliate']

/** floor(sellAmount · fee), as the router computes it. */
export const computeAffiliateFee = (sellAmount: Amount, affiliate: Affiliate): Amount =>
  amount(affiliate === undefined ? 0n : (sellAmount * BigInt(affiliate.fee)) / million)

/** The smallest amount to sell such that exactly `net` is left after the affiliate fee. @param net 1 or more */
export function computeGrossAmount(net: Amount, affiliate: Affiliate): Amount {
  if (affiliate === undefined) return net
  // the net is ceil(gross · (1 − fee)), so the smallest gross is the first above (net − 1) / (1 − fee)
  return amount(((net - 1n) * million) / (million - BigInt(affiliate.fee)) + 1n)
}
