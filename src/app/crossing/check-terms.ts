import { type CrossingContext, toBridgeNetwork } from '#app/crossing/context'
import { floorBy } from '#app/crossing/floor'
import { checkParties } from '#app/quoting/parties'
import type { BridgeRoute } from '#domain/crossing/bridge'
import type { CrossQuote, CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { type Address, nativeToken } from '#domain/units'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

/** How long the bridge may pay. Relayers take seconds; what nobody pays is refunded only afterwards. */
export const paymentSeconds = 3600

/**
 * Compares what a quote says of networks, contracts and bridge with our own tables: a stored quote may have been changed
 * since, and none of it is on the screen that the user agrees to.
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkCrossTerms({ bridges }: Pick<CrossingContext, 'bridges'>, quote: CrossQuote): void {
  const [from, to] = [getNetworkEntry(quote.request.network), getNetworkEntry(quote.request.toNetwork)]
  const { name, route, asset, toAsset, fee, terms, deposited, depositedMin } = quote.bridge
  const bridge = bridges.find((one) => one.name === name)
  const own = bridge
    ?.listRoutes(toBridgeNetwork(from), toBridgeNetwork(to))
    .find((one) => one.asset.address === route.asset.address && one.toAsset.address === route.toAsset.address)
  if (bridge === undefined || own === undefined)
    throw fail('PAYLOAD_MISMATCH', { field: 'bridge', expected: 'a route of a bridge we know', actual: name })
  const known = bridge.toTerms(own, fee)
  const { slippage, slippageIn } = quote.request
  const least = floorBy(deposited, slippageIn)
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['chainId', from.chainId, quote.chainId],
    ['toChainId', to.chainId, quote.toChainId],
    ['crossing', getCrossing(from).address, quote.crossing],
    ['toCrossing', getCrossing(to).address, quote.toCrossing],
    ['router', getRouter(from).address, quote.router],
    ['toRouter', getRouter(to).address, quote.toRouter],
    ['bridge', describe(own), describe(route)],
    ['bridgeAsset', own.asset.address, asset.address],
    ['toBridgeAsset', own.toAsset.address, toAsset.address],
    ['bridgeRate', known.bridgeRate, terms.bridgeRate],
    ['bridgeFee', known.bridgeFee, terms.bridgeFee],
    ['paid', bridge.quote(own, deposited, fee), quote.bridge.paid],
    ['slippageIn', slippageIn < slippage ? slippageIn : slippage, slippageIn],
    ['bridgeAmountMin', depositedMin < least ? least : depositedMin, depositedMin],
    ['toDeadline', paymentSeconds, quote.paymentSeconds],
  ]
  for (const [field, expected, actual] of pairs)
    if (expected !== actual)
      throw fail('PAYLOAD_MISMATCH', { field, expected: String(expected), actual: String(actual) })
}

/**
 * Refuses recipients on the other network that would lose what they are paid, to the next caller or for good: the router,
 * native currency for its wrapped token, our contracts for crossings, the bridge's, and the tokens that it may be paid in.
 * @param routes that may be taken
 * @throws `VALIDATION_FAILED`
 */
export function checkCrossRecipient(
  network: Network,
  { sell, buy, to }: Pick<CrossQuoteRequest, 'sell' | 'buy' | 'to'>,
  routes: readonly Pick<BridgeRoute, 'toContract' | 'toAsset'>[],
): void {
  checkParties(network, { sell, buy, to, affiliate: undefined })
  const what = new Map<Address, string>([
    ...routes.flatMap(({ toContract, toAsset }) => [
      [toAsset.address, 'a token of the bridge'] as const,
      [toContract, 'a contract of the bridge'] as const,
    ]),
    [getCctpBridge(network).address, 'our contract for CCTP'],
    [getStargateBridge(network).address, 'our contract for Stargate'],
    [getCrossing(network).address, 'the crossing contract'],
    [buy, 'the token bought'],
  ]).get(to)
  if (what === undefined || to === nativeToken) return
  const reason = `toAddress is ${what}: what it is paid would be lost`
  throw fail('VALIDATION_FAILED', { reason, fields: [{ field: 'toAddress', reason: 'not_valid', value: to }] })
}

const describe = ({ contract, toContract, toChainId, symbol, asset, toAsset }: BridgeRoute): string =>
  [
    contract,
    toContract,
    toChainId,
    symbol,
    ...[asset, toAsset].map(({ address, decimals }) => `${address}/${decimals}`),
  ].join(' ')
