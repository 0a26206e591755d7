/** What an order may cost: what its fee pays for at the gas that it is expected to take. */
import { fetchL1Fee, reserveL1Fee } from '#app/funds'
import { computeChargedGas, computePayloadGasLimit } from '#app/gas-limit'
import { addGasMargin, expectedPriceOf } from '#app/trade/steps/complete-payload'
import { raiseFee, toCancelCall } from '#app/trade/steps/replacement-fees'
import type { Chain } from '#domain/chain/port'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import type { RelayDraft, RelayLimits } from '#domain/relay/relay'
import { type Gas, gas, type Wei, wei } from '#domain/units'
import { toFillCall } from './fill.ts'

/** A transfer of nothing; more on chains that charge for data by gas, where it is estimated again. */
export const minCancelGas = 21_000n

/** The gas of an order by its quote, without the relayer's margin. */
export interface OrderGas {
  /** By the quote's model; nothing where only the node can tell. */
  readonly model: bigint
  /** The limit for a need. */
  readonly limitFor: (need: bigint) => Gas
}

export const swapGasOf = ({ network }: Chain, quote: Quote, terms: GaslessTerms): OrderGas => ({
  model: computeNeed(network, quote.gasNeed, terms),
  limitFor: (need) => computePayloadGasLimit(need, quote, network),
})

const noSwap = { now: gas(0n), rise: gas(0n) }

/** What a crossing takes besides its swap is in its order's terms, and does not move with the pools. */
export const crossingGasOf = ({ network }: Chain, { legIn }: CrossQuote, terms: GaslessTerms): OrderGas => ({
  model: computeNeed(network, legIn === undefined ? noSwap : legIn.gasNeed, terms),
  limitFor: (need) =>
    legIn === undefined ? addGasMargin(need, network) : computePayloadGasLimit(need, legIn, network),
})

interface OrderCost {
  readonly gas: OrderGas
  readonly worth: Wei
  readonly call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>
  /** By the chain, just now. */
  readonly estimate: Gas
}

/** A limit is at most this many percent of the gas that the fee pays for: what a filled order can lose at most. */
const maxLimitPercent = 150n

/**
 * The limits of an order's transaction. Its price per gas is at most what its fee pays for, by the larger of the node's
 * estimate and the quote's own figure: nodes estimate on top of what is pending, which may be mined otherwise. A
 * cancellation may cost in all what the order could have, and so offer far more per gas than the order did.
 * @throws `GASLESS_NOT_AVAILABLE` if fees have risen above what was quoted
 */
export async function limitCost(
  chain: Chain,
  { gas: ofQuote, worth, call, estimate }: OrderCost,
): Promise<RelayLimits> {
  const { network } = chain
  const need = maxBigint(ofQuote.model, estimate)
  const wanted = ofQuote.limitFor(need)
  const gasLimit = gas(minBigint(wanted, (need * maxLimitPercent) / 100n))
  const fees = await chain.fees(call)
  const l1Fee = reserveL1Fee(await fetchL1Fee(chain, { ...call, chainId: network.chainId, gasLimit, fees }))
  const paid = worth - l1Fee
  // A cancellation has to outbid the order, and no price may be above the network's ceiling.
  const ceiling = (network.maxGasPrice * 8n) / 10n
  const charged = computeChargedGas(network, need, gasLimit)
  const maxPrice = minBigint(paid > 0n ? paid / charged : 0n, ceiling)
  if (maxPrice < expectedPriceOf(fees))
    throw fail('GASLESS_NOT_AVAILABLE', {
      reason: 'Gas costs more now than the fee of this quote pays for.',
      fix: 'make a new quote',
    })
  const cost = gasLimit * maxPrice + l1Fee
  const least = raiseFee(raiseFee(maxPrice, 0), 0)
  const maxCancelPrice = minBigint(maxBigint(cost / minCancelGas, least), network.maxGasPrice)
  const reserved = maxBigint(cost, minCancelGas * maxCancelPrice + l1Fee)
  return { gasLimit, maxPrice: wei(maxPrice), maxCancelPrice: wei(maxCancelPrice), reserved: wei(reserved) }
}

/**
 * What the chain takes now for the bytes of an order's next version besides its gas, and by how much that may rise before
 * they are mined; 0 if it takes nothing.
 */
export async function reserveVersionL1Fee(
  chain: Chain,
  relay: RelayDraft,
  { do: what, fees }: { readonly do: 'fill' | 'cancel'; readonly fees: GasFees },
): Promise<Wei> {
  const call = what === 'fill' ? toFillCall(chain.network, relay) : toCancelCall({ from: relay.relayer })
  const gasLimit = what === 'fill' ? relay.gasLimit : gas(minCancelGas)
  return reserveL1Fee(await fetchL1Fee(chain, { ...call, chainId: relay.chainId, gasLimit, fees }))
}

const computeNeed = (network: Network, gasNeed: Quote['gasNeed'], { extraGas = gas(0n) }: GaslessTerms): bigint =>
  gasNeed === undefined || network.gas?.nodeOnly ? 0n : gasNeed.now + extraGas

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)
