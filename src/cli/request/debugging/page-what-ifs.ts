import type { PageWhatIf } from '#cli/screens/debugging/page/explain-page'
import type { Debugging, ReplayableBundle, WhatIf } from '#domain/debugging/debugging'
import { amount, wei } from '#domain/units'

/** The changes that a page shows: limits, amounts, gas, and no use of the route's largest pool. */
export function computeWhatIfs(debugging: Pick<Debugging, 'whatIf'>, bundle: ReplayableBundle): readonly PageWhatIf[] {
  const { request, quote, market } = bundle
  const { gasPrice } = market.snapshot
  const asked = request.sellAmount ?? request.buyAmount
  const largest = quote.route.paths[0]?.hops[0]?.pool
  const changes: readonly (readonly [string, WhatIf])[] = [
    ['one pool in a row', { maxHops: 1 }],
    ['one path', { maxSplits: 1 }],
    ['half the amount', { amount: amount(asked / 2n || 1n) }],
    ['twice the amount', { amount: amount(asked * 2n) }],
    ['twice the gas price', { gasPrice: wei(gasPrice * 2n) }],
    ...(largest === undefined
      ? []
      : [[`without ${largest.venue.title} ${largest.address.slice(0, 8)}…`, { without: [largest.address] }] as const]),
  ]
  return changes.map(([change, how]) => ({ change, result: debugging.whatIf(bundle, how) }))
}
