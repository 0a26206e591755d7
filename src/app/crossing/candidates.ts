/** One way of a crossing each: a bridge, and one asset that it moves. */

import { toCrossingEnd } from '#app/crossing/chain-reader'
import { type CrossingContext, requireSameWorld, serviceOf, toBridgeNetwork } from '#app/crossing/context'
import { packCalls } from '#app/crossing/pack-calls'
import { createQuote } from '#app/quoting/create-quote'
import { findListedToken } from '#app/tokens'
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import type { Chain } from '#domain/chain/port'
import type { Bridge, BridgeAsset, BridgeOffer, BridgeRoute } from '#domain/crossing/bridge'
import { requireModestMessageCost } from '#domain/crossing/bridge-cost'
import type { CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { defaultTerms, type Quote, type QuoteRequest } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, ppm } from '#domain/units'

export interface CrossCandidate {
  readonly bridge: Bridge
  readonly route: BridgeRoute
  readonly offer: BridgeOffer
  readonly asset: Token
  readonly toAsset: Token
  readonly legIn: Quote | undefined
  readonly legOut: Quote | undefined
  readonly deposited: Amount
  /** The price of the offer's value, by the pools here, in units of the asset deposited, rounded up. */
  readonly messageCost: Amount
  readonly amountOut: Amount
}

/** Both networks of a crossing. */
export interface CrossingChains {
  readonly source: Chain
  readonly destination: Chain
}

/**
 * The routes of every bridge that the request allows.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` if there is none
 */
export function listBridgeRoutes(
  { bridges }: Pick<CrossingContext, 'bridges'>,
  { from, to }: { readonly from: Network; readonly to: Network },
  request: Pick<CrossQuoteRequest, 'bridges' | 'asset'>,
): readonly { readonly bridge: Bridge; readonly route: BridgeRoute }[] {
  requireSameWorld(from, to)
  const allowed = bridges.filter(({ name }) => request.bridges.length === 0 || request.bridges.includes(name))
  const found = allowed.flatMap((bridge) =>
    bridge.listRoutes(toBridgeNetwork(from), toBridgeNetwork(to)).map((route) => ({ bridge, route })),
  )
  if (found.length === 0) {
    const known = bridges.map(({ name }) => name).join(', ')
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: `No bridge leads from ${from.name} to ${to.name}: ${known}.` })
  }
  const { asset } = request
  const ofAsset = asset === undefined ? found : found.filter(({ route }) => route.asset.address === asset)
  if (ofAsset.length > 0) return ofAsset
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: `No bridge moves ${asset} from ${from.name} to ${to.name}.` })
}

/**
 * What one bridge gives over one asset: the swap here to it, the bridge's payment, and the swap there from it. The gas
 * of the payment depends on the swap there, and its input on the price of that gas, so it is searched twice.
 * @throws what a quote throws; `NO_ROUTE` if the bridge takes no such deposit
 */
export async function quoteCandidate(
  context: CrossingContext,
  chains: CrossingChains,
  request: CrossQuoteRequest,
  { bridge, route }: { readonly bridge: Bridge; readonly route: BridgeRoute },
): Promise<CrossCandidate> {
  const { source, destination } = chains
  const [asset, toAsset] = [
    toToken(source.network, route, route.asset),
    toToken(destination.network, route, route.toAsset),
  ]
  const { sellAmount } = request
  const legIn = await quoteLeg(context, request, {
    on: source.network,
    sell: request.sell,
    buy: asset.address,
    sellAmount,
  })
  const deposited = legIn?.route.amountOut ?? sellAmount
  const quoteOut = (paid: Amount) =>
    quoteLeg(context, request, { on: destination.network, sell: toAsset.address, buy: request.buy, sellAmount: paid })

  const unpriced = bridge.quote(route, deposited, { rate: ppm(0), fixed: amount(0n) })
  const trial = unpriced && (await quoteOut(unpriced))
  const paymentGas = bridge.paymentGas + deliveryGasOf(trial)
  const paymentCost = await priceNative(context, destination, {
    asset: toAsset,
    cost: paymentGas * expectedPriceOf(await destination.fees()),
  })
  const ends = {
    source: toCrossingEnd(source),
    destination: toCrossingEnd(destination),
    ...serviceOf(context, bridge, source.network),
  }
  const networks = { source: source.network, destination: destination.network }
  const makeOffer = async (legOut: Quote | undefined): Promise<BridgeOffer> => {
    const { receiver, arrival } = packCalls({ legIn, legOut, toAsset }, networks)
    const market = { ...ends, paymentCost, arrival: receiver === 'crossing' ? arrival : undefined }
    const offer = await bridge.offer(route, deposited, market)
    if (offer !== undefined) return offer
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason: `${bridge.title} takes no such deposit of ${route.symbol} now: it is closed, or the amount is below its fee or above its limit.`,
    })
  }
  const first = await makeOffer(trial)
  const legOut = await quoteOut(first.paid)
  // a message costs what the swap there is given, which is known only now
  const value = first.value === 0n ? first.value : (await makeOffer(legOut)).value
  const offer = { ...first, value }
  const messageCost = await priceNative(context, source, { asset, cost: value })
  requireModestMessageCost(route, { deposited, messageCost, title: bridge.title })
  const amountOut = legOut?.route.amountOut ?? offer.paid
  return { bridge, route, offer, asset, toAsset, legIn, legOut, deposited, messageCost, amountOut }
}

const deliveryGasOf = (legOut: Quote | undefined): bigint => legOut?.route.gas ?? 0n

/** A token that a bridge names, as the network's list has it. */
export function toToken(network: Network, { symbol }: BridgeRoute, { address, decimals }: BridgeAsset): Token {
  return findListedToken(network, address) ?? { network: network.name, address, symbol, decimals, listed: true }
}

interface Leg {
  readonly on: Network
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
}

/** The best route of one side, as a quote that is stored nowhere and so can be used nowhere else. */
async function quoteLeg(
  context: CrossingContext,
  { maxHops, maxSplits, maxLegs, slippage }: CrossQuoteRequest,
  { on, ...trade }: Leg,
): Promise<Quote | undefined> {
  if (trade.sell === trade.buy) return undefined
  const request: QuoteRequest = { ...defaultTerms, ...trade, network: on.name, slippage, maxHops, maxSplits, maxLegs }
  return createQuote(withoutTraces(context), request)
}

/** For quotes of parts, which are stored nowhere. */
export function withoutTraces(context: CrossingContext): CrossingContext {
  const { observer: _, notes: __, onTimings: ___, ...rest } = context
  return {
    ...rest,
    throughRouter: false,
    boundsSandwich: false,
    quotes: { ...context.quotes, put: async () => undefined },
  }
}

/** Native currency in units of an asset, rounded up, by the pools of its network. */
async function priceNative(
  context: CrossingContext,
  { network: { wrapped, name } }: Chain,
  { asset, cost }: { readonly asset: Token; readonly cost: bigint },
): Promise<Amount> {
  if (asset.address === wrapped || cost === 0n) return amount(cost)
  const request = { ...defaultTerms, network: name, sell: wrapped, buy: asset.address, sellAmount: amount(cost) }
  const { route } = await createQuote(withoutTraces(context), { ...request, slippage: ppm(0) })
  return amount(route.amountOut + 1n)
}
