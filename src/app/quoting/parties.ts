import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import { type Address, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

type Parties = Pick<AnyQuoteRequest, 'sell' | 'buy' | 'to' | 'affiliate'>

/**
 * Refuses recipients that our router would refuse to pay: itself, and for native currency its wrapped token, which
 * would credit the payment to the router, so to its next caller.
 * @throws `VALIDATION_FAILED`.
 */
export function checkParties(network: Network, { sell, buy, to, affiliate }: Parties): void {
  checkParty(network, { field: 'toAddress', address: to, paid: buy })
  if (affiliate !== undefined)
    checkParty(network, { field: 'affiliateAddress', address: affiliate.address, paid: sell })
}

interface Party {
  readonly field: string
  readonly address: Address
  /** The token of the payment. */
  readonly paid: Address
}

function checkParty(network: Network, { field, address, paid }: Party): void {
  const why = address === getRouter(network).address ? 'the router' : undefined
  const bounces = paid === nativeToken && address === network.wrapped
  const what = bounces ? `the wrapped form of ${network.native.symbol}` : why
  if (what === undefined) return
  const reason = `${field} is ${what}: what it is paid would be the next caller's`
  throw fail('VALIDATION_FAILED', { reason, fields: [{ field, reason: 'not_valid', value: address }] })
}
