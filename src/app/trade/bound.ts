import { meansNobody, type Quote } from '#domain/quote'
import type { Address } from '#domain/units'

/** Sender and recipient of a quote's transaction; where it was made for nobody, the account takes their place. */
export const bound = ({ request }: Quote, account: Address): { readonly from: Address; readonly to: Address } => ({
  from: account,
  to: meansNobody(request.to) ? account : request.to,
})
