import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { Address } from '#domain/units'

/** Sender and recipient of a quote's transaction; the account replaces placeholders. */
export const resolveParties = (
  { request }: Quote,
  account: Address,
): { readonly from: Address; readonly to: Address } => ({
  from: account,
  to: isPlaceholderAddress(request.to) ? account : request.to,
})
