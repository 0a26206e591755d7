import type { QuoteBundle } from '#domain/debugging/bundle'
import { type AnyQuoteRequest, isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { type Address, evm } from '#domain/units'

/**
 * Replaces the addresses of wallets by aliases: sender, recipient and affiliate, equal ones by equal aliases, and what
 * names them by way of a chain or an account: the transaction, balances and allowances, with the approval of a gasless
 * quote, and the nonce of its order, which the chain shows beside its sender. Amounts and pools stay, so it is
 * replayed as before.
 */
export function redactAddresses(bundle: QuoteBundle): QuoteBundle {
  const aliases = new Map<Address, Address>()
  const aliasOf = (address: Address): Address => {
    if (isPlaceholderAddress(address)) return address
    const known = aliases.get(address) ?? toAlias(aliases.size + 1)
    aliases.set(address, known)
    return known
  }
  const request = redactRequest(bundle.request, aliasOf)
  return {
    ...bundle,
    request,
    quote: bundle.quote && redactQuote(bundle.quote, aliasOf),
    transaction: undefined,
    isRedacted: true,
  }
}

/** An address that no key is known for. */
const toAlias = (n: number): Address => evm(`0xa11a5000000000000000000000000000${n.toString(16).padStart(8, '0')}`)

const redactRequest = <T extends AnyQuoteRequest>(request: T, aliasOf: (address: Address) => Address): T => ({
  ...request,
  from: aliasOf(request.from),
  to: aliasOf(request.to),
  affiliate: request.affiliate && { ...request.affiliate, address: aliasOf(request.affiliate.address) },
})

const redactQuote = (quote: Quote, aliasOf: (address: Address) => Address): Quote => ({
  ...quote,
  request: redactRequest(quote.request, aliasOf),
  issues: undefined,
  ...(quote.gasless === undefined ? {} : { gasless: redactOrder(quote.gasless) }),
})

/** The relayer is a service's, and no wallet of the user's. */
function redactOrder({ permit: _, ...terms }: GaslessTerms): GaslessTerms {
  return { ...terms, nonce: 0n }
}
