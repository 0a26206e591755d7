/** A gasless quote of a crossing: the relayer's fee comes out of what is sold, and the rest crosses. */
import { type CrossCandidate, withoutTraces } from '#app/crossing/candidates'
import type { CrossingContext } from '#app/crossing/context'
import { createNoise, fetchL1Fee } from '#app/funds'
import { readHoldings } from '#app/holdings'
import { createQuote } from '#app/quoting/create-quote'
import { feeRefusal, orderFeeOf } from '#app/quoting/gasless'
import type { Chain } from '#domain/chain/port'
import type { CrossGaslessTerms, CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail, isFailure } from '#domain/errors'
import { defaultTerms, isPlaceholderAddress } from '#domain/quotes/quote'
import { orderLifeSeconds } from '#domain/relay/order-terms'
import { nativeSaleRefusal } from '#domain/relay/refusals'
import type { Relayer } from '#domain/relay/relay'
import { type Address, type Amount, amount, gas, hex, nativeToken, ppm, seconds, type Wei, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'

/** Gas of a transaction without a call: that of a swap has it, a deposit alone does not. */
const baseGas = 21_000n
/**
 * What the contract's own transfers and reads of a token behind a proxy take more than a plain one's, which deposits are
 * measured with: an order for USDC took 365,551 in a sandbox.
 */
const proxyGas = 40_000n
/**
 * Bytes of an order's call, half of them zeros: its words, a signature, a permit, and where each of them begins; and of a leg
 * of one of its routes, rounded up.
 */
const [callBytes, legBytes] = [1_400, 64]

/**
 * What a gasless quote needs, known before the chain is asked.
 * @throws `GASLESS_NOT_AVAILABLE` without a relayer, or for native currency
 */
export function requireRelayer({ relayer }: CrossingContext, { sell }: Pick<CrossQuoteRequest, 'sell'>): Relayer {
  if (relayer === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  if (sell === nativeToken) throw nativeSaleRefusal()
  return relayer
}

interface OrderToPrice {
  readonly request: CrossQuoteRequest
  /** For the whole amount, to know its gas. */
  readonly first: CrossCandidate
  readonly gasPrice: Wei
  /** As {@link fetchCallFee} tells it. */
  readonly l1Fee: Wei
}

/** What of the amount sold crosses, and the terms of the order. */
export interface PricedCrossOrder {
  readonly net: Amount
  readonly terms: CrossGaslessTerms
}

/**
 * Prices the order as {@link quoteGasless} prices one on a single network, by the gas of the source alone: that of the
 * destination is in the bridge's fee.
 * @throws `GASLESS_NOT_AVAILABLE` without a relayer, for native currency, or if the fee is more than half of what is sold
 */
export async function priceCrossOrder(
  context: CrossingContext,
  source: Chain,
  { request, first, gasPrice, l1Fee }: OrderToPrice,
): Promise<PricedCrossOrder> {
  const relayer = requireRelayer(context, request)
  const { network, from: owner, sellAmount } = request
  const sell = first.legIn?.sell ?? first.asset
  const { address: contract } = getCrossing(source.network)
  const deadline = seconds(context.clock.now() + orderLifeSeconds)
  const holdings = isPlaceholderAddress(owner)
    ? undefined
    : await readHoldings(source, { sell, router: contract }, owner)
  const { byPermit2, extraGas, permit, ...opened } = await relayer.openOrder({
    ...{ network, contract, takesPermit2: true, owner, token: sell, sellAmount, deadline },
    allowance: holdings?.allowance,
  })
  const ofCrossing = gas(first.bridge.depositGas + proxyGas + (first.legIn === undefined ? baseGas : 0n) + extraGas)
  const worth = orderFeeOf({ gas: (first.legIn?.route.gas ?? 0n) + ofCrossing, gasPrice, l1Fee })
  const swapFee = await priceIn(context, request, { wrapped: source.network.wrapped, worth })
  if (2n * swapFee > sellAmount) throw feeRefusal(sell, swapFee)
  const { number: block } = await source.head()
  return {
    net: amount(sellAmount - swapFee),
    terms: {
      ...{ ...opened, swapFee, worth, extraGas: ofCrossing, deadline, block },
      ...(permit && { permit }),
      by: byPermit2 ? 'permit2' : 'crossing',
    },
  }
}

/** What as many bytes as the call of a crossing or its order has cost where they are charged for; 0 elsewhere. */
export async function fetchCallFee(
  source: Chain,
  { legIn, legOut }: Pick<CrossCandidate, 'legIn' | 'legOut'>,
  gasPrice: Wei,
): Promise<Wei> {
  const { address: contract } = getCrossing(source.network)
  const legs = [legIn, legOut].reduce((sum, leg) => sum + (leg?.route.legs.length ?? 0), 0)
  const data = hex(`0x${'00'.repeat(callBytes / 2)}${createNoise(callBytes / 2 + legBytes * legs)}`)
  const fees = { type: 2, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice } as const
  const { chainId } = source.network
  const call = { from: contract, to: contract, data, value: wei(0n), chainId, gasLimit: gas(500_000n), fees }
  return fetchL1Fee(source, call)
}

/** How much of the token sold our own route takes for native currency. */
async function priceIn(
  context: CrossingContext,
  { network, sell }: CrossQuoteRequest,
  { wrapped, worth }: { readonly wrapped: Address; readonly worth: Wei },
): Promise<Amount> {
  if (sell === wrapped) return amount(worth)
  const buyAmount = amount(worth)
  const asked = { ...defaultTerms, network, sell, buy: wrapped, buyAmount, slippage: ppm(0) }
  try {
    return (await createQuote(withoutTraces(context), { ...asked, optimizeFor: 'output' })).route.amountIn
  } catch (error) {
    if (!isFailure(error, 'NO_ROUTE')) throw error
    throw fail('GASLESS_NOT_AVAILABLE', { reason: 'No pool prices gas in the token sold.' })
  }
}
