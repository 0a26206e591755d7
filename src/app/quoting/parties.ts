import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { QuoteQuestion } from '#domain/quote'
import { type Address, nativeToken } from '#domain/units'
import { routerOn } from '#encoding/router'

type Parties = Pick<QuoteQuestion, 'sell' | 'buy' | 'to' | 'affiliate'>

/**
 * Refuses whom our router would refuse to pay: itself, and with native currency its wrapped form, which would wrap what
 * it is paid for the payer, the router, and so for whoever calls next.
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
  /** What it would be paid in. */
  readonly paid: Address
}

function checkParty(network: Network, { field, address, paid }: Party): void {
  const why = address === routerOn(network).address ? 'the router' : undefined
  const bounces = paid === nativeToken && address === network.wrapped
  const what = bounces ? `the wrapped form of ${network.native.symbol}` : why
  if (what === undefined) return
  const reason = `${field} is ${what}: what it is paid would be the next caller's`
  throw fail('VALIDATION_FAILED', { reason, fields: [{ field, reason: 'not_valid', value: address }] })
}
