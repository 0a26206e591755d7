import type { SwapAccounts } from '#app/quoting/gas/transfers'
import type { SurveyedMarket } from '#app/quoting/survey'
import type { QuoteRequest } from '#domain/quotes/quote'

/** From here on many tokens treat an allowance as unlimited: they do not lower it. */
const unlimited = 1n << 255n

/** What a swap meets; the usual, a used recipient and an allowance that remains, where nothing was read. */
export function describeAccounts(
  { holdings, recipientHolds }: Pick<SurveyedMarket, 'holdings' | 'recipientHolds'>,
  { sellAmount }: Pick<QuoteRequest, 'sellAmount'>,
): SwapAccounts {
  return {
    allowance: describeAllowance(holdings?.allowance, sellAmount),
    sellsWholeBalance: holdings?.balance === sellAmount,
    isNewRecipient: recipientHolds === 0n,
  }
}

/** An allowance that is missing is given for exactly the amount sold. */
function describeAllowance(allowance: bigint | undefined, needed: bigint): SwapAccounts['allowance'] {
  if (allowance === undefined) return 'lowered'
  if (allowance >= unlimited) return 'unlimited'
  return allowance <= needed ? 'spent' : 'lowered'
}
