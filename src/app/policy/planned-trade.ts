import type { PlannedTrade } from '#domain/policy/policy'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'

/** A quote as the spend policy sees it. */
export function toPlannedTrade({ request, sell, buy }: Quote): PlannedTrade {
  const { network, sellAmount, to, affiliate } = request
  const recipients = [to, ...(affiliate === undefined ? [] : [affiliate.address])]
  return {
    network,
    sell: sell.address,
    sellAmount,
    buy: buy.address,
    // No recipient means the sender.
    recipients: recipients.filter((address) => !isPlaceholderAddress(address)),
  }
}
