import { balanceIssue, readHoldings } from '#app/holdings'
import type { Chain } from '#domain/chain/port'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Address } from '#domain/units'

/** Before an approval costs gas. @throws `ESTIMATE_GAS_FAILED` */
export async function requireBalance(chain: Chain, quote: CrossQuote, owner: Address): Promise<void> {
  const held = { sell: quote.sell, router: quote.crossing, request: quote.request }
  const lacking = balanceIssue(held, await readHoldings(chain, held, owner))
  if (lacking !== undefined) throw lacking
}
